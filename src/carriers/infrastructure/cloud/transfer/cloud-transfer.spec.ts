import {
  cloudTransferDriver,
  CHILD,
  CONNECT,
  ID,
  LOST,
} from '../../../../../test/harness/cloud-transfer-driver';
import { settled } from '../../../../../test/harness/simulated-network';
import type { BridgeStatus } from '../adapter';
import { CloudFailure } from '../cloud-http-client';
import { TWILIO } from '../twilio/twilio';

const REFUSED = new CloudFailure({ type: 'http', status: 400 }, '400 21220');

test('connects who answers with the contact until the phone is over, then ends the call', async () => {
  const { next, child, told, turns, taken, end, freed } = cloudTransferDriver();
  await child(0, 'ringing');
  await child(0, 'in-progress');
  expect(turns).toHaveLength(1);
  expect(turns[0]).toContain('<Dial callerId="+1" timeout="30" timeLimit="600"');
  expect(taken).toEqual([0]);
  expect(end()).toBeNull();
  expect(await next(0, 'completed')).toBe(TWILIO.acknowledgement.body);
  expect(end()).toEqual({ endedBy: 'human' });
  expect(freed).toEqual([1]);
  expect(told).toEqual(['A person is asked to take the call.', 'A person took the call.']);
});

test('concludes an unreported answer from the end and the duration', async () => {
  const { next, taken, end } = cloudTransferDriver();
  await next(0, 'completed');
  expect(taken).toEqual([7_000]);
  expect(end()).toEqual({ endedBy: 'human' });
});

test.each([
  ['completed', 'completed'],
  ['no-answer', 'completed'],
])('attributes the end to a contact who left (%s), not to the person', async (status, callStatus) => {
  const { next, contact, ended } = cloudTransferDriver();
  expect(await next(0, status, callStatus)).toBe(TWILIO.acknowledgement.body);
  expect(ended).toEqual(['hung_up']);
  contact.onRemoteEnd('closed');
  expect(ended).toEqual(['hung_up']);
});

test('tries the next number after an unanswered one, and returns to the agent after the last', async () => {
  const { next, turns, told, end, contact } = cloudTransferDriver({ numbers: ['+91', 'none', '+92'] });
  const second = await next(0, 'busy');
  expect(second).toContain('>+92</Number>');
  // The same question once more has the same answer.
  expect(await next(0, 'busy')).toBe(second);
  expect(await next(1, 'failed')).toBe(CONNECT.body);
  expect(turns).toHaveLength(1);
  expect(end()).toEqual({ endedBy: null });
  expect(contact.isRedirected).toBe(false);
  expect(told).toEqual([
    'A person is asked to take the call.',
    'The phone of the person was busy.',
    'No channel of the trunk was free for the person.',
    'A person is asked to take the call.',
    expect.stringMatching(/^The phone of the person /u),
    'Nobody took the call.',
  ]);
});

test('rings a number 30 s, and all of them 60 s, without a callback of the carrier', async () => {
  const { time, turns, end, legs } = cloudTransferDriver({ numbers: ['+91', '+92', '+93'] });
  await time.move(34_000);
  expect(legs).toHaveLength(1);
  await time.move(2_000);
  expect(legs).toHaveLength(2);
  expect(turns[1]).toMatch(/timeout="2[0-9]".*>\+92</);
  await time.move(35_000);
  expect(legs).toHaveLength(2);
  expect(turns[2]).toBe(CONNECT.body);
  expect(end()).toEqual({ endedBy: null });
});

test('does not await a person whose leg ended when the carrier requests no instruction', async () => {
  const { child, time, turns, end } = cloudTransferDriver();
  await child(0, 'busy');
  expect(turns).toHaveLength(1);
  await time.move(3_000);
  expect(turns[1]).toBe(CONNECT.body);
  expect(end()).toEqual({ endedBy: null });
});

test('takes a person who answered for one who talked, whatever the reported end', async () => {
  const { child, next, told, end } = cloudTransferDriver();
  await child(0, 'in-progress');
  expect(await next(0, 'unheard-of')).toBe(TWILIO.acknowledgement.body);
  expect(end()).toEqual({ endedBy: 'human' });
  expect(told).toEqual(['A person is asked to take the call.', 'A person took the call.']);
});

test('returns to the agent after an unanswered leg whose answer is reported late', async () => {
  const { child, time, turns, taken, end } = cloudTransferDriver();
  await child(0, 'busy');
  await child(0, 'in-progress');
  await time.move(3_000);
  expect([taken, turns[1]]).toEqual([[], CONNECT.body]);
  expect(end()).toEqual({ endedBy: null });
});

test('reports the end that the poll at the ring timeout finds', async () => {
  const busy = { kind: 'unanswered', leg: 'child', event: { type: 'busy' } } as const;
  const { time, told } = cloudTransferDriver({
    looked: () => (time.nowMs < startMs + 35_000 ? null : { carrierCallId: ID, end: busy }),
  });
  const startMs = time.nowMs;
  await time.move(38_000);
  expect(told.at(-2)).toBe('The phone of the person was busy.');
});

test('polls every 15 s for lost callbacks', async () => {
  const words: BridgeStatus[] = [
    { carrierCallId: ID, child: 'answered', childId: CHILD },
    { carrierCallId: ID, parent: { state: 'ended', event: null, carrierStatus: 'completed' } },
  ];
  const { time, taken, ended } = cloudTransferDriver({ looked: () => words.shift() ?? null });
  await time.move(15_000);
  expect(taken).toEqual([0]);
  expect(ended).toEqual([]);
  await time.move(15_000);
  expect(ended).toEqual(['hung_up']);
});

test('leaves the contact on the stream when the request is refused', async () => {
  const { told, end, contact, legs } = cloudTransferDriver({ redirects: [REFUSED] });
  await settled();
  expect(contact.isRedirected).toBe(false);
  expect(end()).toEqual({ endedBy: null });
  expect(told.at(-2)).toMatch(/^The phone of the person was not answered: /u);
  // What the carrier asks all the same is answered.
  expect((await legs[0]!.nextInstruction('next'))?.body).toContain('<Dial');
});

test('ends the call when the request is refused because the contact hung up', async () => {
  const { contact, ended } = cloudTransferDriver({ redirects: [REFUSED] });
  contact.onRemoteEnd('stopped');
  await settled();
  expect(ended).toEqual(['hung_up']);
});

test('treats a request without a response as accepted', async () => {
  const { child, taken } = cloudTransferDriver({ redirects: [LOST] });
  await child(0, 'in-progress');
  expect(taken).toEqual([0]);
});

test('loses a contact whom the carrier does not connect again', async () => {
  const { next, ended, end } = cloudTransferDriver({ comesBack: false });
  await next(0, 'busy');
  expect(ended).toEqual(['lost']);
  expect(end()).toEqual({ endedBy: null });
});

test.each(['while it rings', 'while they talk'])('ends at once when it is stopped %s', async (when) => {
  const { transfer, child, next, end, freed } = cloudTransferDriver();
  await child(0, when === 'while they talk' ? 'in-progress' : 'ringing');
  transfer.stop();
  await settled();
  expect(end()).not.toBeNull();
  expect(freed).toEqual([1]);
  expect(await next(0, 'completed')).toBe(TWILIO.acknowledgement.body);
});

test('ignores callbacks of another call', async () => {
  const { legs, taken, ended } = cloudTransferDriver();
  await settled();
  const other = `CA${'9'.repeat(32)}`;
  legs[0]!.onCallback(
    new Map(Object.entries({ CallSid: CHILD, ParentCallSid: other, CallStatus: 'in-progress' })),
  );
  legs[0]!.onCallback(
    new Map(Object.entries({ CallSid: other, CallStatus: 'completed', DialCallStatus: 'completed' })),
  );
  expect(taken).toEqual([]);
  expect(ended).toEqual([]);
});

test.each<[string, (driver: ReturnType<typeof cloudTransferDriver>) => void]>([
  ['a contact who hangs up', ({ contact }) => contact.onRemoteEnd('reported')],
  ['the limit of minutes', ({ transfer }) => transfer.stop()],
])('ends at once after %s, though the stream is not back', async (_what, ends) => {
  const driver = cloudTransferDriver({ comesBack: 'pending' });
  expect(await driver.next(0, 'busy')).toBe(CONNECT.body);
  expect(driver.end()).toBeNull();
  ends(driver);
  await settled();
  expect(driver.end()).toEqual({ endedBy: null });
});
