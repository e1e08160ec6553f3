import { classifyFailure } from '../../../domain/cause-map';
import { readArrival, readStatus } from './callbacks';

const CALL = '8f0b5ef8-3b34-4c56-a2c2-5ed1f0a7f3f1';
const callback = (fields: Readonly<Record<string, string>>) =>
  readStatus(
    new Map(Object.entries({ CallUUID: CALL, RequestUUID: CALL, Direction: 'outbound', ...fields })),
  );

test.each([
  ['ringing', 'ringing'],
  ['in-progress', 'answered'],
  ['queued', 'queued'],
])('parses CallStatus %s as %s', (CallStatus, state) =>
  expect(callback({ CallStatus })).toEqual({
    carrierCallId: CALL,
    state,
    event: null,
    carrierStatus: CallStatus,
  }),
);

test('parses the end of an answered call without a cause', () => {
  const ended = { CallStatus: 'completed', HangupCauseCode: '4000', Duration: '12' };
  expect(callback(ended)).toEqual({
    carrierCallId: CALL,
    state: 'ended',
    event: null,
    carrierStatus: 'completed (4000)',
  });
  expect(callback({ CallStatus: 'completed' })).toMatchObject({ state: 'ended', event: null });
});

const UNREACHABLE = 'The number does not exist or cannot be reached.';

/** Each hangup cause of https://www.plivo.com/docs/voice/troubleshooting/hangup-causes that a dial may end with. */
test.each([
  ['failed', '2000', false, { kind: 'ended', cause: 'number_unreachable', reason: UNREACHABLE }],
  ['failed', '2010', false, { kind: 'ended', cause: 'number_unreachable', reason: UNREACHABLE }],
  ['failed', '3050', false, { kind: 'ended', cause: 'number_unreachable', reason: UNREACHABLE }],
  ['failed', '3120', false, { kind: 'ended', cause: 'number_unreachable', reason: UNREACHABLE }],
  ['busy', '3010', false, { kind: 'ended', cause: 'busy' }],
  ['busy', '3100', false, { kind: 'ended', cause: 'busy' }],
  ['busy', '3020', false, { kind: 'ended', cause: 'busy', reason: 'The call was declined.' }],
  ['failed', '3110', false, { kind: 'ended', cause: 'busy', reason: 'The call was declined.' }],
  ['failed', '3130', false, { kind: 'ended', cause: 'busy', reason: 'The call was declined.' }],
  ['no-answer', '3000', false, { kind: 'ended', cause: 'no_answer' }],
  ['no-answer', '6010', false, { kind: 'ended', cause: 'no_answer' }],
  ['timeout', undefined, false, { kind: 'ended', cause: 'no_answer' }],
  ['cancel', '1000', false, { kind: 'ended', cause: 'no_answer' }],
  ['busy', undefined, false, { kind: 'ended', cause: 'busy' }],
  ['no-answer', undefined, false, { kind: 'ended', cause: 'no_answer' }],
  ['failed', '2030', true, refused('2030, it does not allow the call')],
  ['failed', '2040', true, refused('2040, it does not allow the call')],
  ['failed', '2050', true, refused('2050, it does not allow the call')],
  ['failed', '3030', true, refused('3030, it does not allow the call')],
  ['failed', '3140', true, refused('3140, it does not allow the call')],
  ['failed', '1010', false, notPlaced('1010')],
  ['failed', '3080', false, notPlaced('3080')],
  ['failed', '5020', false, notPlaced('5020')],
  ['failed', undefined, false, notPlaced('failed')],
] as const)('parses %s with the code %s', (CallStatus, HangupCauseCode, failover, outcome) => {
  const word = callback({ CallStatus, ...(HangupCauseCode !== undefined && { HangupCauseCode }) });
  expect(word?.state).toBe('ended');
  const failure = classifyFailure(word?.event ?? { type: 'no_usable_audio' });
  expect(failure).toMatchObject({ triesNextTrunk: failover, outcome });
});

function refused(reason: string) {
  return { kind: 'refused', temporary: false, reason } as const;
}

function notPlaced(code: string) {
  const reason = `The carrier could not place the call (${code}).`;
  return { kind: 'ended', cause: 'failed', reason } as const;
}

test.each<Record<string, string>>([
  { CallStatus: 'completed', Duration: '0', AnswerTime: '' },
  { CallStatus: 'completed', HangupCauseCode: '3000', Duration: '3' },
])('parses the end of an unanswered call that is reported as completed: %j', (fields) =>
  expect(callback(fields)).toMatchObject({ state: 'ended', event: { type: 'no_answer' } }),
);

test.each([
  ['no status', { CallStatus: '' }],
  ['a status that Plivo does not have', { CallStatus: 'machine' }],
  ['an id that is none', { RequestUUID: '../Number', CallStatus: 'ringing' }],
])('ignores %s', (_what, fields) => expect(callback(fields)).toBeNull());

const arrival = (fields: Readonly<Record<string, string>>) =>
  readArrival(
    new Map(
      Object.entries({
        CallUUID: CALL,
        Direction: 'inbound',
        CallStatus: 'ringing',
        Event: 'StartApp',
        From: '919812345670',
        To: '911140000001',
        ...fields,
      }),
    ),
  );

test('parses inbound calls, with numbers with and without a plus', () => {
  const read = { carrierCallId: CALL, called: '+911140000001', caller: '+919812345670' };
  expect(arrival({})).toEqual(read);
  expect(arrival({ From: '+919812345670', To: '+911140000001' })).toEqual(read);
  expect(arrival({ From: 'anonymous' })).toEqual({ ...read, caller: null });
});

test.each([
  ['its end', { CallStatus: 'completed', Event: 'Hangup' }],
  ['a call of ours', { Direction: 'outbound' }],
  ['no number', { To: 'sip:asha@phone.plivo.com' }],
  ['no id', { CallUUID: '' }],
])('rejects %s as an inbound call', (_what, fields) => expect(arrival(fields)).toBeNull());
