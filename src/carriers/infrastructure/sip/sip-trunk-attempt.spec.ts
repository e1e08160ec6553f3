import { type Asked, placeAt, ring, route } from '../../../../test/harness/sip-outbound-driver';
import { HandMovedTime, settled } from '../../../../test/harness/simulated-network';
import type { RemoteAudio } from '../../../sip';
import { attemptOverSip } from './sip-trunk-attempt';

const AUDIO: RemoteAudio = {
  address: '10.0.0.9',
  port: 5_000,
  codec: 'pcmu',
  payloadType: 0,
  receive: new Map(),
  telephoneEvent: null,
  direction: 'sendrecv',
  ptimeMs: 20,
  onHold: false,
};

const attempt = (asked: Asked[], timers = new HandMovedTime(), more: object = {}) =>
  attemptOverSip({
    route: route('one', 1, ['198.51.100.0/24']),
    number: '+919800000001',
    record: { names: () => ({ callId: 'call_1.1-0' }), rang: () => undefined } as never,
    port: 4_000,
    place: placeAt(asked, false),
    timers,
    ringSeconds: 45,
    hadNoResponse: false,
    onRinging: () => undefined,
    ...more,
  });

test('waits 4 s at most for the confirmation of the CANCEL at a ring timeout', async () => {
  const [asked, time]: [Asked[], HandMovedTime] = [[], new HandMovedTime()];
  const results: unknown[] = [];
  void attempt(asked, time).ended.then((result) => results.push(result));
  await settled();
  ring(asked[0] as Asked);
  await time.move(48_900);
  expect([asked[0]?.canceled, results]).toEqual([true, []]);
  await time.move(200);
  expect(results).toEqual([{ kind: 'failed', event: { type: 'ring_timeout' }, response: null }]);
});

test('accepts early media from the addresses of the signalling, and from configured ones', async () => {
  const asked: Asked[] = [];
  const seen: unknown[] = [];
  attempt(asked, new HandMovedTime(), {
    onEarlyAudio: (audio: RemoteAudio, sources: readonly string[]) => seen.push([audio.address, sources]),
  });
  await settled();
  asked[0]?.handlers.provisional?.({ status: 183, reason: 'Session Progress', audio: AUDIO });
  expect(seen).toEqual([['10.0.0.9', ['192.0.2.1', '198.51.100.0/24']]]);
});
