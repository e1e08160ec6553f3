import { FakeLegs } from '../../../../test/harness/fake-legs';
import { refused, ring, route, outboundDriver } from '../../../../test/harness/sip-outbound-driver';
import { settled } from '../../../../test/harness/simulated-network';
import type { RtpLeg } from '../../../media';
import type { CallFailure } from '../../../sip';
import type { DialResult, LegEnd } from '../../domain/carrier';
import type { SipRoute } from './sip-route';

test.each<[string, CallFailure, DialResult]>([
  [
    'a temporary refusal',
    refused(503),
    { kind: 'refused', temporary: true, reason: '503, it has no capacity right now', countsAsDial: false },
  ],
  [
    'a permanent one',
    refused(403),
    { kind: 'refused', temporary: false, reason: '403, it does not allow the call', countsAsDial: false },
  ],
  [
    'a target that is not there',
    { kind: 'unreachable', why: 'refused', rang: false, targets: [] },
    { kind: 'refused', temporary: true, reason: 'it cannot be reached', countsAsDial: false },
  ],
  [
    'a silent one',
    { kind: 'silent', receivedSince: false, rang: false, targets: [] },
    { kind: 'refused', temporary: true, reason: 'it did not answer', countsAsDial: true },
  ],
])('maps %s to a refusal', async (_, failure, expected) => {
  const { asked, result, inbox } = outboundDriver([route('a')]);
  await settled();
  asked[0]?.handlers.onFailed(failure);
  await settled();
  expect(result()).toEqual(expected);
  expect(inbox.types).not.toContain('ended');
});

test.each<[string, CallFailure, Partial<LegEnd>]>([
  ['busy', refused(486), { cause: 'busy' }],
  ['declined', refused(603), { cause: 'busy', reason: 'The call was declined.' }],
  ['nobody there', refused(480, { q850: 19, rang: true }), { cause: 'no_answer' }],
  ['no such number', refused(404, { q850: 1 }), { cause: 'number_unreachable' }],
  [
    'an answer without audio',
    { kind: 'no_audio', rang: false, targets: [] },
    { cause: 'failed', reason: 'The carrier answered without usable audio.' },
  ],
  [
    'an answer without encryption',
    { kind: 'no_encryption', rang: false, targets: [] },
    { cause: 'failed', reason: 'The carrier answered without encryption.' },
  ],
  [
    'a target that spoke of other things',
    { kind: 'silent', receivedSince: true, rang: false, targets: [] },
    { cause: 'failed', reason: 'The carrier did not answer the request.' },
  ],
])('maps %s to an end', async (_, failure, expected) => {
  const { asked, result, inbox } = outboundDriver([route('a')]);
  await settled();
  asked[0]?.handlers.onFailed(failure);
  await settled();
  expect(result()).toEqual({ kind: 'accepted', carrierCallId: 'call_1.1-0' });
  expect(inbox.end).toMatchObject({ by: 'carrier', talkMs: null, ...expected });
});

test('tries the next trunk before any ringing, with a line in the timeline', async () => {
  const { asked, result, inbox } = outboundDriver([route('one'), route('two')]);
  await settled();
  asked[0]?.handlers.onFailed(refused(503, { reason: 'Service Unavailable' }));
  await settled();
  expect(asked[1]?.options).toMatchObject({ requestUri: 'sip:+919800000001@two', callId: 'call_1.1-1' });
  ring(asked[1]!);
  await settled();
  expect(result()).toEqual({ kind: 'accepted', carrierCallId: 'call_1.1-1' });
  expect(inbox.events.map((event) => ('message' in event ? event.message : event.type))).toEqual([
    'Trunk one was asked.',
    'Trunk one answered 503 Service Unavailable; two is next.',
    'Trunk two was asked.',
    'ringing',
  ]);
  asked[1]?.handlers.onFailed(refused(503, { rang: true }));
  await settled();
  expect(asked).toHaveLength(2);
  expect(inbox.end).toMatchObject({ cause: 'failed', reason: 'The carrier could not place the call (503).' });
});

test('skips a trunk without a free channel', async () => {
  const record = {
    moveTo: ({ trunkName }: SipRoute) => Promise.resolve(trunkName === 'three'),
    names: () => ({}),
    rang: () => undefined,
    storeLine: () => undefined,
    storeAnswer: () => Promise.resolve(),
    storeEnd: () => Promise.resolve(),
  };
  const { asked } = outboundDriver([route('one'), route('two'), route('three')], { record });
  await settled();
  asked[0]?.handlers.onFailed(refused(503));
  await settled();
  expect(asked.map(({ options }) => options.requestUri.split('@')[1])).toEqual(['one', 'three']);
});

test.each<CallFailure['kind']>(['silent', 'not_sent'])(
  'ends the call when a phone rang before another one was %s',
  async (kind) => {
    const { asked, inbox } = outboundDriver([route('a')]);
    await settled();
    ring(asked[0]!);
    asked[0]?.handlers.onFailed({ kind, receivedSince: false, rang: true, targets: [] } as CallFailure);
    await settled();
    expect(inbox.end).toMatchObject({ cause: 'failed', reason: 'The carrier did not answer the request.' });
  },
);

test('treats a trunk whose name does not resolve as unreachable', async () => {
  const { result } = outboundDriver([route('a', 0)]);
  await settled();
  expect(result()).toMatchObject({ temporary: true, reason: 'it cannot be reached' });
});

test.each([
  ['45 s from the INVITE without any ringing', [], 45_000],
  ['45 s from the first ringing', [[10_000, 180]], 55_000],
  ['60 s from the INVITE at the most', [[30_000, 183]], 60_000],
  ['182 is no ringing', [[10_000, 182]], 45_000],
] as const)('ends when nobody answers: %s', async (_, rings, expected) => {
  const { asked, inbox, time } = outboundDriver([route('a')]);
  await settled();
  for (const [at, status] of rings) {
    await time.move(at);
    ring(asked[0]!, status);
  }
  await time.move(expected - rings.reduce((sum, [at]) => sum + at, 0) - 1);
  expect(asked[0]?.canceled).toBe(false);
  await time.move(1);
  expect(asked[0]?.canceled).toBe(true);
  expect(inbox.end).toMatchObject({ cause: 'no_answer' });
  expect(time.waiting).toBe(0);
});

test('sends no INVITE whose leg could not be stored, and returns the call to the queue', async () => {
  const { asked, result } = outboundDriver([route('a')]);
  await settled();
  asked[0]?.handlers.onFailed({ kind: 'not_sent', rang: false, targets: [] });
  await settled();
  expect(result()).toMatchObject({ kind: 'refused', temporary: true });
});

test.each<[string, readonly number[], string[]]>([
  ['a number that is busy costs no speech', [], ['dropped']],
  ['speech is made ready while it rings', [180], ['prepared', 'dropped']],
])('%s', async (_, statuses, expected) => {
  const events: string[] = [];
  const line = {
    prepare: () => void events.push('prepared'),
    isReady: () => Promise.resolve(true),
    answer: () => ({}) as never,
    drop: () => void events.push('dropped'),
  };
  const { asked } = outboundDriver([route('a')], { openLine: () => line });
  await settled();
  for (const status of statuses) ring(asked[0]!, status);
  asked[0]?.handlers.onFailed(refused(486, { rang: statuses.length > 0 }));
  await settled();
  expect(events).toEqual(expected);
});

test("stores the network's reason as one line", async () => {
  const { asked, ended } = outboundDriver([route('a')]);
  await settled();
  asked[0]?.handlers.onFailed(refused(503, { reason: `Busy\u0000now\r\n${'x'.repeat(9_000)}` }));
  await settled();
  const [{ response }] = ended as [{ response: string }];
  expect(response).toMatch(/^503 Busy now x+$/);
  expect(response.length).toBeLessThanOrEqual(200);
});

test('accepts audio from the sources of the trunk that answered, not of another one', async () => {
  const remotes: Parameters<RtpLeg['setRemote']>[0][] = [];
  const openLeg = async () => {
    const { leg } = await new FakeLegs().open();
    return Object.assign(leg, { setRemote: (remote: (typeof remotes)[0]) => void remotes.push(remote) });
  };
  const routes = [route('a', 1, ['10.1.0.0/16']), route('b', 1, ['10.2.0.0/16'])];
  const line = { setHold: () => undefined };
  const { asked } = outboundDriver(routes, {
    openLeg,
    talk: { run: () => new Promise(() => undefined) } as never,
    openLine: () => ({
      prepare: () => undefined,
      isReady: () => Promise.resolve(true),
      answer: () => line as never,
      drop: () => undefined,
    }),
  });
  await settled();
  asked[0]?.handlers.onFailed(refused(503));
  await settled();
  const session = { record: { peer: { address: '192.0.2.1' } }, listen: () => undefined };
  const codec = { codec: 'pcma', payloadType: 8, receive: new Map(), telephoneEvent: null };
  const audio = { address: '192.0.2.1', port: 4_000, ...codec };
  asked[1]?.handlers.onAnswered(session as never, { ...audio, direction: 'sendrecv' } as never);
  await settled();
  expect(remotes).toMatchObject([{ sources: ['192.0.2.1', '10.2.0.0/16'] }]);
});

test.each([
  [182, ['rang']],
  [180, ['rang', 'ringing']],
])('counts any 18x as ringing for the circuit breaker: %s', async (status, expected) => {
  const events: string[] = [];
  const record = {
    moveTo: () => Promise.resolve(false),
    names: () => ({}),
    storeLine: () => undefined,
    rang: () => void events.push('rang'),
    storeAnswer: () => Promise.resolve(),
    storeEnd: () => Promise.resolve(),
  };
  const { asked, inbox } = outboundDriver([route('a')], { record });
  await settled();
  ring(asked[0]!, status);
  await settled();
  expect([...events, ...inbox.types.filter((type) => type === 'ringing')]).toEqual(expected);
});
