import { bridgeDriver, phone, word } from '../../../../../test/harness/bridge-driver';
import { settled } from '../../../../../test/harness/simulated-network';
import { PLIVO } from '../plivo/plivo';
import { TWILIO } from '../twilio/twilio';

const [A, B] = ['11111111-1111-1111-1111-111111111111', '22222222-2222-2222-2222-222222222222'];
const DIALED = { CallUUID: A, DialALegUUID: A, DialBLegUUID: B, CallStatus: 'in-progress' };
const HANGUP = { ...DIALED, DialAction: 'hangup', DialBLegDuration: '0' };
const NOWHERE = { kind: 'unanswered', leg: 'child', event: { type: 'unreachable' } };
const DECLINED = { kind: 'unanswered', leg: 'child', event: { type: 'sip', status: 603, rang: false } };

/** A call over Plivo whose counsellor has answered. */
async function overPlivo() {
  const driver = bridgeDriver({ adapter: PLIVO, create: () => Promise.resolve(A) });
  await settled();
  const { call } = driver;
  call.onStatus({ ...phone('answered'), carrierCallId: A });
  const receive = async (fields: Record<string, string>) => {
    call.handlerOf('child').onCallback(new Map(Object.entries(fields)));
    await settled();
  };
  return { ...driver, receive };
}

test.each([
  ['failed', '2000', NOWHERE],
  ['busy', '3020', DECLINED],
])('ends with the cause of the event, in either order: %s, %s', async (DialStatus, code, expected) => {
  const event = { ...HANGUP, DialBLegHangupCauseCode: code };
  const result = { ...DIALED, DialStatus, DialBLegDuration: '0' };
  for (const callbacks of [
    [event, result],
    [result, event],
    [result, result, event],
  ]) {
    const { receive, end } = await overPlivo();
    for (const fields of callbacks) await receive(fields);
    expect(end()).toEqual(expected);
  }
});

test('ends without a cause when none follows', async () => {
  const { receive, time, end } = await overPlivo();
  await receive({ ...DIALED, DialStatus: 'busy', DialBLegDuration: '0' });
  await time.move(900);
  expect(end()).toBeNull();
  await time.move(200);
  expect(end()).toEqual({ kind: 'unanswered', leg: 'child', event: { type: 'busy' } });
});

test('takes no cause of an event for the end: a talk may have no duration there', async () => {
  const { receive, time, end } = await overPlivo();
  await receive({ ...HANGUP, DialBLegHangupCauseCode: '5020' });
  await time.move(2_000);
  expect(end()).toBeNull();
  await receive({ ...DIALED, DialStatus: 'completed', DialBLegDuration: '2' });
  expect(end()).toMatchObject({ kind: 'talked', talkMs: 2_000 });
});

test('waits for the status of the response that refused the contact over Twilio', async () => {
  const { call, end } = bridgeDriver({ adapter: TWILIO, create: () => Promise.resolve(CALL) });
  await settled();
  call.onStatus(word({ carrierCallId: CALL, parent: phone('answered').parent! }));
  const child = call.handlerOf('child');
  const dial = { CallSid: CALL, DialCallSid: CHILD, CallStatus: 'in-progress', DialCallStatus: 'failed' };
  child.onCallback(new Map(Object.entries(dial)));
  await settled();
  const failed = { CallSid: CHILD, ParentCallSid: CALL, CallStatus: 'failed', SipResponseCode: '488' };
  child.onCallback(new Map(Object.entries(failed)));
  await settled();
  expect(end()).toEqual({ kind: 'unanswered', leg: 'child', event: { type: 'cloud', code: 488 } });
});

const [CALL, CHILD] = [`CA${'1'.repeat(32)}`, `CA${'2'.repeat(32)}`] as const;
