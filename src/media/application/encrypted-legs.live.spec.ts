import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RtpLeg } from '../domain/media-leg';
import type { SrtpKeys } from '../domain/rtp/srtp-keys';
import { toneSamples } from '../domain/tones/tone';
import { tonesIn } from '../../../test/phone/harness/sounds';
import { MediaLegs } from './media-legs';

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', resolve(__dirname, '../../../test/harness/compile-threads.cjs'));

const HOST = '127.0.0.1';
const legs = new MediaLegs({ ports: '0', host: HOST });
afterAll(() => legs.close());

const suite = 'AES_CM_128_HMAC_SHA1_80';
const [first, second] = ['a', 'b'].map((letter) => ({ suite, key: letter.repeat(40) }) as const);
const events = { send: 101, receive: [101] };

function connect(leg: RtpLeg, { port }: RtpLeg, srtp?: SrtpKeys): void {
  leg.setRemote({ address: HOST, port, codec: 'PCMA', events, sources: [], ...(srtp && { srtp }) });
  leg.onAnswered();
}

test('bridges an encrypted leg and a plain one: voices and keys pass both ways', async () => {
  const open = () => legs.openRtp();
  const [contact, inner, outer, counsellor] = [await open(), await open(), await open(), await open()];
  connect(contact, inner, { send: first!, receive: second! });
  connect(inner, contact, { send: second!, receive: first! });
  connect(outer, counsellor);
  connect(counsellor, outer);
  inner.bridge(outer);
  const heard = new Map<RtpLeg, number[]>([contact, counsellor].map((leg) => [leg, []]));
  const keys: string[] = [];
  for (const [leg, samples] of heard)
    leg.listen({ frames: (audio) => void samples.push(...audio), dtmf: (key) => void keys.push(key) });
  const tone = (hertz: number) => toneSamples({ hertz: [hertz], pattern: null, level: -16 }, 600);
  await Promise.all([contact.play(tone(800)), counsellor.play(tone(1_200))]);
  contact.sendDtmf('1');
  counsellor.sendDtmf('2');
  await sleep(600);
  const statistics = await Promise.all([contact, inner, outer, counsellor].map((leg) => leg.close()));
  expect(tonesIn(Int16Array.from(heard.get(contact)!))).toEqual([1_200]);
  expect(tonesIn(Int16Array.from(heard.get(counsellor)!))).toEqual([800]);
  expect(keys.sort()).toEqual(['1', '2']);
  expect(statistics.map((one) => one?.line?.encrypted)).toEqual([true, true, false, false]);
  expect(statistics.map((one) => one?.dropped.authentication)).toEqual([0, 0, 0, 0]);
});
