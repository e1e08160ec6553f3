import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { G711Name } from '../domain/g711';
import type { RtpLeg } from '../domain/media-leg';
import { toneSamples } from '../domain/tones/tone';
import { readWav } from '../domain/wav';
import { PortPool } from '../infrastructure/port-pool';
import { tonesIn } from '../../../test/phone/harness/sounds';
import { MediaLegs } from './media-legs';

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', resolve(__dirname, '../../../test/harness/compile-threads.cjs'));

const HOST = '127.0.0.1';
const folder = mkdtempSync(join(tmpdir(), 'aics-legs-'));
const legs = new MediaLegs({ ports: '0', host: HOST });
afterAll(async () => {
  await legs.close();
  rmSync(folder, { recursive: true });
});

const events = { send: 101, receive: [101] };
const tone = (hertz: number, ms: number) => toneSamples({ hertz: [hertz], pattern: null, level: -16 }, ms);

/** Two legs that talk with each other, each with its codec. */
async function pair(codecs: readonly [G711Name, G711Name] = ['PCMA', 'PCMA']): Promise<[RtpLeg, RtpLeg]> {
  const [one, other] = [await legs.openRtp(), await legs.openRtp()];
  one.setRemote({ address: HOST, port: other.port, codec: codecs[0], events, sources: [] });
  other.setRemote({ address: HOST, port: one.port, codec: codecs[1], events, sources: [] });
  for (const leg of [one, other]) leg.onAnswered();
  return [one, other];
}

async function until(check: () => boolean): Promise<void> {
  for (const end = Date.now() + 5_000; !check() && Date.now() < end;) await sleep(5);
  expect(check()).toBe(true);
}

test('records both of two legs: sent audio left, received audio right, both as long as the clock', async () => {
  const [one, other] = await pair(['PCMA', 'PCMU']);
  const began = performance.now();
  const recordings = await Promise.all(
    [one, other].map((leg, at) => leg.record(join(folder, `pair-${at}.wav`))),
  );
  await Promise.all([one.play(tone(800, 400)), other.play(tone(1_200, 400))]);
  await sleep(150);
  const statistics = await one.statistics();
  await Promise.all([one.close(), other.close()]);
  const took = performance.now() - began;
  const files = await Promise.all(recordings.map(({ finished }) => finished));
  expect(Math.abs(files[0]!.lengthMs - took)).toBeLessThan(200);
  const [first, second] = files.map(({ path }) => readWav(readFileSync(path)).channels.map(tonesIn));
  expect(first).toEqual([[800], [1_200]]);
  expect(second).toEqual([[1_200], [800]]);
  expect(statistics).toMatchObject({ codec: 'PCMA', lost: 0 });
  expect(statistics.received).toBeGreaterThan(20);
});

test('reports keys once, detects speech, and delivers 100 ms at a time', async () => {
  const [one, other] = await pair();
  const story: string[] = [];
  const lengths = new Set<number>();
  other.listen({
    dtmf: (key) => story.push(key),
    onVoiced: () => story.push('voiced'),
    quiet: () => story.push('quiet'),
    frames: (audio) => lengths.add(audio.length),
  });
  one.sendDtmf('4*');
  await until(() => story.length === 2);
  await one.play(tone(500, 300));
  await until(() => story.length === 4);
  expect(story).toEqual(['4', '*', 'voiced', 'quiet']);
  expect([...lengths]).toEqual([800]);
  await Promise.all([one.close(), other.close()]);
});

test('bridges audio and keys between codecs', async () => {
  const [caller, inner] = await pair(['PCMU', 'PCMU']);
  const [outer, callee] = await pair(['PCMA', 'PCMA']);
  inner.bridge(outer);
  const keys: string[] = [];
  callee.listen({ dtmf: (key) => keys.push(key) });
  const recording = await callee.record(join(folder, 'bridge.wav'));
  await caller.play(tone(900, 400));
  caller.sendDtmf('9');
  await until(() => keys.length === 1);
  await sleep(100);
  await Promise.all([caller, inner, outer, callee].map((leg) => leg.close()));
  const { path } = await recording.finished;
  expect(tonesIn(readWav(readFileSync(path)).channels[1]!)).toEqual([900]);
  expect(keys).toEqual(['9']);
});

/** A stranger's socket. */
async function stranger(address: string): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(0, address);
  await once(socket, 'listening');
  return socket;
}

test('counts and drops packets of a stranger, a flood of rubbish and packets of 60 KB', async () => {
  const [one, other] = await pair();
  const socket = await stranger('127.0.0.9');
  const rubbish = [
    Buffer.alloc(0),
    Buffer.from('INVITE'),
    Buffer.alloc(60_000, 0x80),
    Buffer.alloc(172, 0x80),
  ];
  const recording = await other.record(join(folder, 'flood.wav'));
  const playing = one.play(tone(700, 800));
  for (let round = 0; round < 100; round++) {
    for (const bytes of rubbish) {
      socket.send(bytes, other.port, HOST);
      socket.send(bytes, other.port + 1, HOST);
    }
    await sleep(5);
  }
  await playing;
  await sleep(100);
  const { received, lost, dropped } = await other.statistics();
  await Promise.all([one.close(), other.close()]);
  socket.close();
  expect(dropped.malformed).toBeGreaterThan(50);
  expect(dropped.unknown_source).toBeGreaterThan(50);
  expect(received).toBeGreaterThan(35);
  expect(lost).toBeLessThan(3);
  const { path } = await recording.finished;
  expect(tonesIn(readWav(readFileSync(path)).channels[1]!)).toEqual([700]);
});

test('survives port 0 in an SDP or a forged datagram', async () => {
  const [one, other] = await pair();
  one.setRemote({ address: HOST, port: 0, codec: 'PCMA', events, sources: [] });
  await sleep(60);
  await expect(one.statistics()).resolves.toMatchObject({ codec: 'PCMA' });
  await Promise.all([one.close(), other.close()]);
});

test('delays neither audio nor the end of a call by a disk that hangs', async () => {
  let written = 0;
  const own = new MediaLegs({
    ports: '0',
    host: HOST,
    createRecording: () =>
      Promise.resolve({
        // The header is written; then nothing ever again.
        write: () => (written++ === 0 ? Promise.resolve() : new Promise(() => undefined)),
        truncate: () => Promise.resolve(),
        close: () => Promise.resolve(),
      }),
  });
  const [one, other] = [await own.openRtp(), await own.openRtp()];
  for (const [leg, far] of [
    [one, other],
    [other, one],
  ] as const) {
    leg.setRemote({ address: HOST, port: far.port, codec: 'PCMA', events, sources: [] });
    leg.onAnswered();
  }
  await other.record('hangs');
  await one.play(tone(600, 2_500));
  const { received, lost } = await other.statistics();
  expect(written).toBe(2);
  expect(received).toBeGreaterThan(110);
  expect(lost).toBe(0);
  await Promise.all([one.close(), other.close()]);
  await own.close();
});

test('reports an error of a listener, and continues', async () => {
  const errors: unknown[] = [];
  const own = new MediaLegs({ ports: '0', host: HOST, onError: (error) => errors.push(error) });
  const leg = await own.openRtp();
  const heard: number[] = [];
  leg.listen({
    frames: () => {
      throw new Error('mine');
    },
  });
  leg.listen({ frames: (audio) => heard.push(audio.length) });
  leg.onAnswered();
  await until(() => heard.length > 1);
  expect(errors.length).toBeGreaterThan(1);
  await own.close();
});

test('sends RTCP BYE when a leg is closed', async () => {
  const far = await new PortPool(0, 0).open(HOST);
  const heard: Buffer[] = [];
  far.rtcp.on('message', (bytes) => heard.push(bytes));
  const leg = await legs.openRtp();
  leg.setRemote({ address: HOST, port: far.port, codec: 'PCMA', events, sources: [] });
  leg.onAnswered();
  await leg.play(tone(600, 100));
  await leg.close();
  // RFC 3550, 6.6: packet type 203, last of its datagram, with the one source.
  await until(() => heard.some((bytes) => bytes.at(-8) === 0x81 && bytes.at(-7) === 203));
  far.close();
});

test('reports that no port is free', async () => {
  const full = new MediaLegs({ ports: '31100-31101', host: HOST });
  const leg = await full.openRtp();
  await expect(full.openRtp()).rejects.toThrow('no RTP port is free');
  await leg.close();
  await expect(full.openRtp().then((next) => next.port)).resolves.toBe(31_100);
  await full.close();
  expect(() => new MediaLegs({ ports: 'many' })).toThrow('ports are a range such as 20000-20999');
});
