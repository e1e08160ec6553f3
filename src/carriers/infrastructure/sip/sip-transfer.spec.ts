import { placeAt, refused, ring, type Asked } from '../../../../test/harness/sip-outbound-driver';
import { sipTransferDriver, speech } from '../../../../test/harness/sip-transfer-driver';

const loud = (heard: readonly Int16Array[]) =>
  heard.filter((frame) => frame.some((one) => Math.abs(one) > 500));

test('plays ringback to the contact, then connects the person, until one hangs up', async () => {
  const at = await sipTransferDriver(['+911']);
  await at.pass(1_000);
  expect(loud(at.phone.received).length).toBeGreaterThan(30);
  ring(at.asked[0] as Asked);
  at.answer();
  await at.pass(100);
  expect(at.taken()).toBe(true);
  const before = at.phone.received.length;
  at.people[0]?.phone.speak(speech);
  at.phone.speak(speech);
  await at.pass(400);
  expect(loud(at.phone.received.slice(before)).length).toBeGreaterThanOrEqual(9);
  expect(loud(at.people[0]?.phone.received ?? []).length).toBeGreaterThanOrEqual(9);
  at.far().onEnded?.({ by: 'remote', why: 'bye', q850: null });
  await at.pass(100);
  expect(at.over()).toEqual({ endedBy: 'human' });
  expect(at.records).toEqual(['answered', 'ended silently']);
  expect(at.told).toContain('A person took the call.');
});

test('rings one number after the other, each for 30 s and all for 60 s', async () => {
  const at = await sipTransferDriver(['+911', '+912', '+913']);
  ring(at.asked[0] as Asked);
  await at.pass(30_100);
  expect(at.asked.map(({ canceled }) => canceled)).toEqual([true, false]);
  ring(at.asked[1] as Asked);
  await at.pass(30_200);
  expect(at.asked).toHaveLength(2);
  expect(at.over()).toEqual({ endedBy: null });
  expect(at.taken()).toBe(false);
  const silentFrom = at.phone.received.length;
  await at.pass(3_000);
  expect(loud(at.phone.received.slice(silentFrom))).toEqual([]);
});

test.each<[string, (asked: Asked) => void, RegExp]>([
  ['busy', ({ handlers }) => handlers.onFailed(refused(486)), /busy/],
  ['declined', ({ handlers }) => handlers.onFailed(refused(603)), /declined/],
  ['unknown', ({ handlers }) => handlers.onFailed(refused(404)), /does not exist/],
])('rings the next number after one that is %s, with the reason in the timeline', async (_, refuse, said) => {
  const at = await sipTransferDriver(['+911', '+912']);
  refuse(at.asked[0] as Asked);
  await at.pass(40);
  expect(at.asked).toHaveLength(2);
  expect(at.told).toContainEqual(expect.stringMatching(said));
  at.answer();
  await at.pass(40);
  expect(at.taken()).toBe(true);
});

test('rings no phone without a channel, or with a disallowed number', async () => {
  const at = await sipTransferDriver(['+911', '+1900'], {
    channel: () => Promise.resolve('It may not be called.'),
  });
  await at.pass(40);
  expect(at.asked).toEqual([]);
  expect(at.over()).toEqual({ endedBy: null });
  expect(at.told).toEqual(['It may not be called.', 'It may not be called.', 'Nobody took the call.']);
});

test('releases its channel without a port for its audio', async () => {
  const at = await sipTransferDriver(['+911'], { openLeg: () => Promise.reject(new Error('none')) });
  await at.pass(40);
  expect(at.records).toEqual(['ended silently']);
  expect(at.over()).toEqual({ endedBy: null });
});

test('cancels the ringing when the contact hangs up, and rings no other phone', async () => {
  const at = await sipTransferDriver(['+911', '+912']);
  ring(at.asked[0] as Asked);
  at.transfer.stop();
  await at.pass(40);
  expect(at.asked.map(({ canceled }) => canceled)).toEqual([true]);
  expect(at.over()).toEqual({ endedBy: null });
});

test('waits 0.4 s at most for the confirmation of the CANCEL', async () => {
  const asked: Asked[] = [];
  const at = await sipTransferDriver(['+911', '+912'], { place: placeAt(asked, false) });
  ring(asked[0] as Asked);
  at.transfer.stop();
  await at.pass(380);
  expect(at.over()).toBeUndefined();
  await at.pass(40);
  expect(asked.map(({ canceled }) => canceled)).toEqual([true]);
  expect(at.over()).toEqual({ endedBy: null });
  expect(at.records).toEqual([]);
  expect(at.told.slice(-2)).toEqual([
    'The phone of the person is not rung any more.',
    'Nobody took the call.',
  ]);
  const before = at.told.length;
  asked[0]?.handlers.onFailed({ kind: 'canceled', answered: false, rang: true, targets: [] });
  await at.pass(40);
  expect(at.records).toEqual(['ended silently']);
  expect(at.told).toHaveLength(before);
});

test('sends BYE to the person when the contact hangs up', async () => {
  const at = await sipTransferDriver(['+911']);
  at.answer();
  await at.pass(40);
  at.transfer.stop();
  await at.pass(40);
  expect(at.session.hungUp).toBe(1);
  expect(at.over()).toEqual({ endedBy: null });
  expect(at.records).toEqual(['answered', 'ended silently']);
});

test('sends BYE after an answer that crosses the hang-up, and does not count it', async () => {
  const at = await sipTransferDriver(['+911']);
  at.answer();
  at.transfer.stop();
  await at.pass(40);
  expect(at.session.hungUp).toBe(1);
  expect(at.taken()).toBe(false);
});

test('passes keys both ways', async () => {
  const at = await sipTransferDriver(['+911']);
  at.answer();
  await at.pass(40);
  at.transfer.key('5');
  at.far().dtmf?.('7', 160);
  await at.pass(200);
  expect(at.people[0]?.phone.keys).toBe('5');
  expect(at.phone.keys).toBe('7');
});

test('sends keys by SIP INFO to a trunk that requires it', async () => {
  const at = await sipTransferDriver(['+911'], { byInfo: true });
  at.answer();
  await at.pass(100);
  at.transfer.key('5');
  at.phone.pressKey('6');
  at.far().dtmf?.('7', 160);
  at.people[0]?.phone.pressKey('8');
  await at.pass(200);
  expect(at.sent).toEqual({ person: '56', contact: '78' });
});
