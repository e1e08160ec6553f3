import { classifyFailure } from '../../../domain/cause-map';
import { readArrival, readStatus } from './callbacks';

const SID = '80bfbec2d78bbbf10fb851f4fa165211';
const callback = (fields: Readonly<Record<string, string>>) =>
  readStatus(new Map(Object.entries({ CallSid: SID, EventType: 'terminal', ...fields })));

test.each([
  ['queued', 'queued'],
  // Exotel says so before the phone rings.
  ['in-progress', 'in_transit'],
  ['ringing', 'ringing'],
])('parses Status %s as %s', (Status, state) =>
  expect(callback({ EventType: '', Status })).toEqual({
    carrierCallId: SID,
    state,
    event: null,
    carrierStatus: Status,
  }),
);

test('parses the event answered as the answer, with any status beside it', () => {
  const answered = { carrierCallId: SID, state: 'answered', event: null, carrierStatus: 'answered' };
  expect(callback({ EventType: 'answered', Status: 'in-progress' })).toEqual(answered);
  expect(callback({ EventType: 'answered' })).toEqual(answered);
});

const FAILED = 'The carrier could not place the call (failed).';

test.each([
  [{ Status: 'busy' }, { kind: 'ended', cause: 'busy' }],
  [{ Status: 'no-answer' }, { kind: 'ended', cause: 'no_answer' }],
  [{ Status: 'canceled' }, { kind: 'ended', cause: 'no_answer' }],
  [{ Status: 'failed' }, { kind: 'ended', cause: 'failed', reason: FAILED }],
  [
    { Status: 'completed', 'Legs[0][Status]': 'completed', 'Legs[0][OnCallDuration]': '0' },
    { kind: 'ended', cause: 'no_answer' },
  ],
  [
    { Status: 'completed', 'Legs[0][Status]': 'busy' },
    { kind: 'ended', cause: 'busy' },
  ],
  // The status may be null; that of the phone is not.
  [
    { Status: '', 'Legs[0][Status]': 'no-answer' },
    { kind: 'ended', cause: 'no_answer' },
  ],
] as const)('parses %j as the end of an unanswered dial', (fields, outcome) => {
  const word = callback(fields);
  expect(word?.state).toBe('ended');
  expect(classifyFailure(word?.event ?? { type: 'no_usable_audio' })).toMatchObject({
    triesNextTrunk: false,
    outcome,
  });
});

test('parses the end of an answered call without a cause', () => {
  const talked = { Status: 'completed', 'Legs[0][Status]': 'completed', 'Legs[0][OnCallDuration]': '17' };
  const ended = { carrierCallId: SID, state: 'ended', event: null, carrierStatus: 'completed' };
  expect(callback(talked)).toEqual(ended);
  expect(callback({ Status: 'completed' })).toEqual(ended);
});

test.each([
  ['a status that is null', { Status: '' }],
  ['a status that Exotel does not have', { Status: 'constructor' }],
  ['an id that is none', { CallSid: '../../Balance', Status: 'busy' }],
])('ignores %s', (_what, fields) => expect(callback(fields)).toBeNull());

const arrival = (fields: Readonly<Record<string, string>>) =>
  readArrival(
    new Map(
      Object.entries({
        CallSid: SID,
        Direction: 'incoming',
        CallFrom: '09812345670',
        CallTo: '01140000001',
        ...fields,
      }),
    ),
  );

test('parses inbound calls with numbers as they are dialed in India and from abroad', () => {
  const read = { carrierCallId: SID, called: '+911140000001', caller: '+919812345670' };
  expect(arrival({})).toEqual(read);
  expect(arrival({ CallFrom: '+919812345670', CallTo: '+911140000001' })).toEqual(read);
  expect(arrival({ CallFrom: 'anonymous' })).toEqual({ ...read, caller: null });
  expect(arrival({ CallFrom: '+12025550100' })).toEqual({ ...read, caller: '+12025550100' });
});

test.each([
  ['09812345670', '+919812345670'],
  ['9812345670', '+919812345670'],
  ['919812345670', '+919812345670'],
  ['+91 98123 45670', '+919812345670'],
  ['098123-45670', '+919812345670'],
  ['0012025550100', '+12025550100'],
  ['', null],
  ['0', null],
  ['+', null],
  ['98123', null],
  ['९८१२३४५६७०', null],
  ['9'.repeat(8_000), null],
])('parses a caller’s number in notation %#', (CallFrom, caller) =>
  expect(arrival({ CallFrom })).toMatchObject({ caller }),
);

test.each([
  ['a call of ours', { Direction: 'outbound-dial' }],
  ['no number', { CallTo: 'asha' }],
  ['no id', { CallSid: '' }],
])('rejects %s as an inbound call', (_what, fields) => expect(arrival(fields)).toBeNull());
