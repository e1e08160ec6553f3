import { bridgeDriver, noAnswer, phone, REQUEST, word } from '../../../../../test/harness/bridge-driver';
import { HandMovedTime, settled } from '../../../../../test/harness/simulated-network';
import type { BridgeStatus } from '../adapter';
import { CloudFailure } from '../cloud-http-client';
import { PLIVO } from '../plivo/plivo';
import { TWILIO } from '../twilio/twilio';

test('emits each step once, for any order and repetition of callbacks', async () => {
  const { call, told, end } = bridgeDriver();
  await settled();
  const answered = word({ child: 'answered', childId: 'CA2' });
  for (const said of [answered, answered, phone('answered'), word({ child: 'ringing' })]) call.onStatus(said);
  expect(told).toEqual(['named', 'contact named', 'taken', 'answered', 'contact rings']);
  call.onStatus(word({ carrierCallId: 'CA9', end: { kind: 'parent_hung_up' } }));
  await settled();
  expect(end()).toBeNull();
});

test.each<[string, BridgeStatus, string[]]>([
  ['rings', word({ child: 'ringing' }), ['named', 'taken', 'contact rings']],
  ['did not answer', noAnswer, ['named', 'taken', 'hang up']],
])(
  'concludes from a contact whose phone %s that the counsellor answered',
  async (_what, status, expected) => {
    const { call, told } = bridgeDriver();
    await settled();
    call.onStatus(status);
    await settled();
    expect(told).toEqual(expected);
  },
);

test('ends the talk at its limit, and hangs up both phones', async () => {
  const { call, told, time, end } = bridgeDriver();
  await settled();
  call.onStatus(word({ child: 'answered' }));
  await time.move(599_000);
  expect(end()).toBeNull();
  await time.move(1_000);
  expect(end()).toMatchObject({ kind: 'talked', talkMs: 600_000, by: 'limit' });
  expect(told).toContain('hang up');
});

test('polls every 15 s for lost callbacks', async () => {
  const { told, time } = bridgeDriver();
  await settled();
  await time.move(46_000);
  expect(told.filter((what) => what === 'look')).toHaveLength(3);
});

test.each<[string, BridgeStatus, object]>([
  ['why nobody answered', noAnswer, { kind: 'parent_hung_up' }],
  [
    'that they talked',
    word({ end: { kind: 'talked', talkMs: 7_000, answeredAt: null } }),
    { kind: 'talked', talkMs: 7_000, by: 'them' },
  ],
])('polls a counsellor who left: the carrier reports %s', async (_what, said, expected) => {
  const { call, time, end } = bridgeDriver({}, { fetchBridge: () => Promise.resolve(said) });
  await settled();
  call.onStatus(phone('answered'));
  call.onStatus(phone('ended'));
  await settled();
  expect(end()).toBeNull();
  await time.move(4_000);
  expect(end()).toMatchObject(expected);
});

test('reports the counsellor’s hang-up when no further callback follows', async () => {
  const { call, time, end } = bridgeDriver();
  await settled();
  call.onStatus(phone('answered'));
  call.onStatus(phone('ended'));
  await time.move(10_000);
  expect(end()).toEqual({ kind: 'parent_hung_up' });
});

test.each<[string, BridgeStatus, number]>([
  ['70 s', word({ end: { kind: 'talked', talkMs: 70_000, answeredAt: null } }), 70_000],
  ['nothing', word(), 60_000],
])('measures a talk that a poll found as the carrier reports: %s', async (_what, said, talkMs) => {
  let found = word({ child: 'answered' });
  const { call, time, end } = bridgeDriver({}, { fetchBridge: () => Promise.resolve(found) });
  await settled();
  call.onStatus(phone('answered'));
  await time.move(15_000);
  await time.move(60_000);
  found = said;
  call.onStatus(phone('ended'));
  await time.move(10_000);
  expect(end()).toMatchObject({ kind: 'talked', talkMs });
});

test('shortens no talk below zero by an answer that is reported after the end', async () => {
  const { call, time, end } = bridgeDriver();
  await settled();
  call.onStatus(phone('answered'));
  call.onStatus(phone('ended'));
  await time.move(1_000);
  call.onStatus(word({ child: 'answered' }));
  call.onStatus(word({ end: { kind: 'talked', talkMs: 1_000, answeredAt: null } }));
  await settled();
  expect(end()).toMatchObject({ kind: 'talked', talkMs: 0 });
});

test('gives up a contact 20 s after the carrier should have reported an answer', async () => {
  const { call, told, time, end } = bridgeDriver();
  await settled();
  call.onStatus(phone('answered'));
  await time.move(64_000);
  expect(end()).toBeNull();
  await time.move(2_000);
  expect(end()).toEqual({ kind: 'unanswered', leg: 'child', event: { type: 'ring_timeout' } });
  expect(told).toContain('hang up');
});

test('tries the next trunk for an unanswered counsellor’s phone', async () => {
  const { call, end } = bridgeDriver();
  await settled();
  call.onStatus(phone('ended', { type: 'busy' }));
  await settled();
  expect(end()).toEqual({ kind: 'failed', event: { type: 'busy' }, response: 'ended' });
});

test.each<[string, BridgeStatus[], object]>([
  ['while the counsellor rings', [phone('ringing')], { kind: 'canceled' }],
  ['while the contact rings', [phone('answered')], { kind: 'canceled' }],
  ['while they talk', [word({ child: 'answered' })], { kind: 'talked', by: 'us' }],
])('hangs up after it was given up %s', async (_when, words, expected) => {
  const { call, told, end } = bridgeDriver();
  await settled();
  for (const said of words) call.onStatus(said);
  call.hangUp();
  await settled();
  expect(end()).toMatchObject(expected);
  expect(told).toContain('hang up');
});

describe('CarrierBridge, a carrier that reports only the end', () => {
  const silent = { adapter: { ...TWILIO, statusUpdates: 'final_only' as const } };

  test('trusts its report at the end alone', async () => {
    const { call, told, end } = bridgeDriver(silent);
    await settled();
    call.onStatus(phone('answered'));
    call.onStatus(word({ child: 'answered' }));
    expect(told).toEqual(['named', 'taken']);
    call.onStatus(word({ end: { kind: 'talked', talkMs: 600_000, answeredAt: new Date(5) } }));
    await settled();
    expect(end()).toEqual({ kind: 'talked', talkMs: 600_000, by: 'limit', answeredAt: new Date(5) });
  });

  test('sends it no request to stop, and gives up after its limits', async () => {
    const { call, told, time, end } = bridgeDriver(silent);
    await settled();
    call.hangUp();
    await time.move(749_000);
    expect([end(), told.includes('hang up')]).toEqual([null, false]);
    await time.move(2_000);
    expect(end()).toEqual({ kind: 'unknown' });
  });
});

test.each([
  ['twilio', TWILIO, true],
  ['plivo', PLIVO, false],
])(
  'lets a bridge over %s continue by itself once the carrier knows everything: %s',
  async (_kind, adapter, isAtOnce) => {
    const { call } = bridgeDriver({ adapter });
    expect(call.canOutliveProcess).toBe(false);
    await settled();
    expect(call.canOutliveProcess).toBe(isAtOnce);
    expect(call.handlerOf('parent').nextInstruction('answer')).not.toBeNull();
    expect(call.canOutliveProcess).toBe(true);
  },
);

test('leaves no call to another process whose end is being stored', async () => {
  const { call, end } = bridgeDriver();
  await settled();
  for (const said of [word({ child: 'answered' }), phone('ended')]) call.onStatus(said);
  await settled();
  expect([end(), call.canOutliveProcess]).toMatchObject([{ kind: 'talked' }, false]);
});

test('polls a recovered call at once, and does not hang it up when it is dropped', async () => {
  const { call, told, time } = bridgeDriver({ isRecovered: true });
  await time.move(1);
  expect(told).toEqual(['named', 'look']);
  expect(call.handlerOf('parent').nextInstruction('answer')).toBeNull();
  call.drop();
  call.onStatus(phone('ringing'));
  await time.move(3_600_000);
  expect(told).toEqual(['named', 'look']);
});

test('never repeats a lost request of which nothing is found', async () => {
  let asked = 0;
  const create = () => {
    asked++;
    return Promise.reject(new CloudFailure({ type: 'request_lost' }, null));
  };
  const { time, end } = bridgeDriver({ create });
  await time.move(61_000);
  expect([asked, end()]).toEqual([1, { kind: 'failed', event: { type: 'request_lost' }, response: null }]);
});

test.each<[string, number, Date | null, number]>([
  ['less than nothing', -5_000, null, 0],
  ['more than has passed since the order', 999_999_000, null, 30_000],
  ['an answer in the year 1970', 20_000, new Date(0), 20_000],
  ['an answer that is yet to come', 20_000, new Date('2100-01-01'), 20_000],
])('does not trust a carrier that reports %s', async (_what, talkMs, answeredAt, expected) => {
  const since = new Date(new HandMovedTime().nowMs);
  const { call, time, end } = bridgeDriver({ since });
  await settled();
  await time.move(30_000);
  call.onStatus(word({ end: { kind: 'talked', talkMs, answeredAt } }));
  await settled();
  expect(end()).toMatchObject({
    kind: 'talked',
    talkMs: expected,
    answeredAt: new Date(since.getTime() + 30_000 - expected),
  });
});

test('follows a recovered talk of a carrier that reports only the end until that end', async () => {
  const { call, time, end } = bridgeDriver({
    adapter: { ...TWILIO, statusUpdates: 'final_only' },
    request: { ...REQUEST, maxTalkSeconds: 0 },
    isRecovered: true,
  });
  await time.move(50 * 60_000);
  expect(end()).toBeNull();
  call.onStatus(word({ end: { kind: 'talked', talkMs: 3_000_000, answeredAt: null } }));
  await settled();
  expect(end()).toMatchObject({ kind: 'talked', talkMs: 3_000_000, by: 'them' });
});

test('moves an answer to the request that the carrier rounds to before it', async () => {
  const since = new Date(new HandMovedTime().nowMs + 700);
  const { call, time, end } = bridgeDriver({ since });
  await settled();
  await time.move(2_000);
  const answeredAt = new Date(since.getTime() - 700);
  call.onStatus(word({ end: { kind: 'talked', talkMs: 1_000, answeredAt } }));
  await settled();
  expect(end()).toEqual({ kind: 'talked', talkMs: 1_000, by: 'them', answeredAt: since });
});
