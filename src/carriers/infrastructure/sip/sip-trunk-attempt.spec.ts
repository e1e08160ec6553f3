import { type Asked, placeAt, route } from '../../../../test/harness/sip-outbound-stage';
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

test('early media may come from the addresses of the signalling, and from configured ones', async () => {
  const asked: Asked[] = [];
  const seen: unknown[] = [];
  attemptOverSip({
    route: route('one', 1, ['198.51.100.0/24']),
    number: '+919800000001',
    record: { names: () => ({ callId: 'call_1.1-0' }), rang: () => undefined } as never,
    port: 4_000,
    place: placeAt(asked),
    timers: new HandMovedTime(),
    ringSeconds: 45,
    hadNoResponse: false,
    onRinging: () => undefined,
    onEarlyAudio: (audio, sources) => seen.push([audio.address, sources]),
  });
  await settled();
  asked[0]?.handlers.provisional?.({ status: 183, reason: 'Session Progress', audio: AUDIO });
  expect(seen).toEqual([['10.0.0.9', ['192.0.2.1', '198.51.100.0/24']]]);
});
