import { type BridgeLeg, reconcileTalkMs, unansweredBridgeEnd } from '../../domain/bridge-end';
import type { CloudAdapter, CreateBridgeOptions } from './adapter';
import { EXOTEL } from './exotel/exotel';
import { PLIVO } from './plivo/plivo';
import { TWILIO } from './twilio/twilio';

const [CALL, CHILD] = [`CA${'1'.repeat(32)}`, `CA${'2'.repeat(32)}`];
const [A, B] = ['11111111-1111-1111-1111-111111111111', '22222222-2222-2222-2222-222222222222'];
const E = 'e'.repeat(32);
const unanswered = (type: 'busy' | 'no_answer', leg: BridgeLeg | null = 'child') => ({
  end: { kind: 'unanswered', leg, event: { type } },
});
const talked = (seconds: number | null) => ({
  end: { kind: 'talked', talkMs: seconds === null ? null : seconds * 1_000, answeredAt: null },
});
const LEFT = { end: { kind: 'parent_hung_up' } };

type Row = readonly [CloudAdapter, BridgeLeg, Record<string, string>, object | null];
const child = { CallSid: CHILD, ParentCallSid: CALL };
const dial = { CallSid: CALL, DialCallSid: CHILD, CallStatus: 'in-progress' };
const event = { DialALegUUID: A, DialBLegUUID: B, CallStatus: 'in-progress' };
const hangup = { ...event, DialAction: 'hangup', DialBLegDuration: '0' };
const ended = { CallSid: E, EventType: 'terminal', Status: 'completed', ConversationDuration: '0' };

const ROWS: Readonly<Record<string, Row>> = {
  'twilio, the counsellor answers': [
    ...([TWILIO, 'parent', { CallSid: CALL, CallStatus: 'in-progress' }] as const),
    { carrierCallId: CALL, parent: { state: 'answered', event: null } },
  ],
  'twilio, the contact rings': [
    ...([TWILIO, 'child', { ...child, CallStatus: 'ringing' }] as const),
    { carrierCallId: CALL, childId: CHILD, child: 'ringing' },
  ],
  'twilio, the contact answers': [
    ...([TWILIO, 'child', { ...child, CallStatus: 'in-progress' }] as const),
    { carrierCallId: CALL, child: 'answered' },
  ],
  'twilio, they have talked': [
    TWILIO,
    'child',
    { ...child, CallStatus: 'completed', CallDuration: '7' },
    talked(7),
  ],
  'twilio, the contact is busy': [TWILIO, 'child', { ...child, CallStatus: 'busy' }, unanswered('busy')],
  'twilio, an unanswered ringing may have been stopped': [
    ...([TWILIO, 'child', { ...child, CallStatus: 'no-answer' }] as const),
    { carrierCallId: CALL, childId: CHILD },
  ],
  'twilio, <Dial> was not answered': [
    TWILIO,
    'child',
    { ...dial, DialCallStatus: 'no-answer' },
    unanswered('no_answer'),
  ],
  'twilio, <Dial> ended with the counsellor': [
    ...([TWILIO, 'child', { ...dial, CallStatus: 'completed', DialCallStatus: 'no-answer' }] as const),
    LEFT,
  ],
  'twilio, <Dial> was taken back': [TWILIO, 'child', { ...dial, DialCallStatus: 'canceled' }, LEFT],
  'twilio, <Dial> was answered': [
    ...([TWILIO, 'child', { ...dial, DialCallStatus: 'completed', DialCallDuration: '9' }] as const),
    talked(9),
  ],
  'twilio, a status that it does not have': [TWILIO, 'child', { ...child, CallStatus: 'x' }, null],
  'plivo, the contact answers': [
    ...([PLIVO, 'child', { ...event, DialAction: 'answer' }] as const),
    { carrierCallId: A, childId: B, child: 'answered' },
  ],
  'plivo, the contact hangs up': [PLIVO, 'child', { ...hangup, DialBLegDuration: '5' }, talked(5)],
  'plivo, the contact is busy': [
    ...([PLIVO, 'child', { ...hangup, DialBLegHangupCauseCode: '3010' }] as const),
    unanswered('busy'),
  ],
  'plivo, the ringing was stopped': [
    ...([PLIVO, 'child', { ...hangup, DialBLegHangupCauseCode: '1000' }] as const),
    { carrierCallId: A, childId: B },
  ],
  'plivo, <Dial> was not answered': [
    PLIVO,
    'child',
    { ...event, DialStatus: 'timeout' },
    unanswered('no_answer'),
  ],
  'plivo, <Dial> ended with the counsellor': [PLIVO, 'child', { ...event, DialStatus: 'cancel' }, LEFT],
  'plivo, <Dial> was answered': [PLIVO, 'child', { ...event, DialStatus: 'completed' }, talked(null)],
  'plivo, no id': [PLIVO, 'child', { DialALegUUID: 'x', DialStatus: 'completed' }, null],
  'exotel, an answer is no end': [
    ...([EXOTEL, 'parent', { ...ended, EventType: 'answered' }] as const),
    { carrierCallId: E },
  ],
  'exotel, they have talked': [
    ...([
      EXOTEL,
      'parent',
      { ...ended, ConversationDuration: '60', EndTime: '2026-11-22 15:31:00' },
    ] as const),
    { end: { kind: 'talked', talkMs: 60_000, answeredAt: new Date('2026-11-22T10:00:00Z') } },
  ],
  'exotel, the counsellor did not answer': [
    ...([EXOTEL, 'parent', { ...ended, Status: 'no-answer', 'Legs[0][Status]': 'no-answer' }] as const),
    unanswered('no_answer', 'parent'),
  ],
  'exotel, the contact is busy': [
    EXOTEL,
    'parent',
    { ...ended, Status: 'busy', 'Legs[0][Status]': 'completed', 'Legs[1][Status]': 'busy' },
    unanswered('busy'),
  ],
  'exotel, the contact is busy, by the status of the call alone': [
    ...([EXOTEL, 'parent', { ...ended, Status: 'busy', 'Legs[0][Status]': 'completed' }] as const),
    unanswered('busy'),
  ],
  'exotel, the counsellor hung up first': [
    ...([EXOTEL, 'parent', { ...ended, 'Legs[0][Status]': 'completed' }] as const),
    LEFT,
  ],
  'exotel, it does not say whose phone it was': [
    ...([EXOTEL, 'parent', { ...ended, Status: 'no-answer' }] as const),
    unanswered('no_answer', null),
  ],
  'exotel, nothing is known': [EXOTEL, 'parent', { CallSid: E, EventType: 'terminal' }, { carrierCallId: E }],
  'exotel, no id': [EXOTEL, 'parent', { ...ended, CallSid: '' }, null],
};

test.each(Object.entries(ROWS))('%s', (_what, [adapter, leg, fields, expected]) => {
  const read = adapter.parseBridgeStatus(new Map(Object.entries(fields)), leg);
  if (expected === null) expect(read).toBeNull();
  else expect(read).toMatchObject(expected);
  // What is not said must not be read into it.
  expect('end' in (read ?? {})).toBe('end' in (expected ?? {}));
});

const ORDER: CreateBridgeOptions = {
  counsellor: '+911',
  contact: '+912',
  from: '+913',
  ringSeconds: 45,
  maxTalkSeconds: 600,
  record: true,
  statusUrl: 'https://a/s',
  answerUrl: 'https://a/a',
  contactUrl: 'https://a/c',
  recordingUrl: 'https://a/r',
};

test('dials the second phone with its limits, and records it on its own channel', () => {
  const twilio = TWILIO.bridgeResponse(ORDER).body;
  expect(twilio).toContain(
    '<Dial answerOnBridge="true" callerId="+913" timeout="45" timeLimit="600" action="https://a/c#rc=5&amp;rp=5xx,ct,rt" record="record-from-answer-dual" recordingStatusCallback="https://a/r#rc=5&amp;rp=5xx,ct,rt"><Number statusCallback="https://a/c#rc=5&amp;rp=5xx,ct,rt" statusCallbackEvent="initiated ringing answered completed">+912</Number></Dial>',
  );
  const plivo = PLIVO.bridgeResponse(ORDER).body;
  expect(plivo).toMatch(
    /<Record recordSession="true" startOnDialAnswer="true" recordChannelType="stereo" redirect="false" maxLength="86400" fileFormat="wav" callbackUrl="https:\/\/a\/r#[^"]+" callbackMethod="POST"\/><Dial callerId="913" timeout="45" timeLimit="600" action="https:\/\/a\/c#[^"]+" method="POST" redirect="false" callbackUrl="https:\/\/a\/c#[^"]+" callbackMethod="POST"><Number>912<\/Number><\/Dial>/,
  );
  const quiet = { ...ORDER, record: false };
  for (const { body } of [TWILIO.bridgeResponse(quiet), PLIVO.bridgeResponse(quiet)])
    expect(body).not.toMatch(/record/i);
});

test.each([
  [7_300, 8_000, 7_300],
  [7_300, null, 7_300],
  [6_000, 8_000, 6_000],
  [5_999, 8_000, 8_000],
  [9_000, 8_000, 9_000],
  [9_001, 8_000, 8_000],
  [1_000, 60_000, 60_000],
  [null, 60_000, 60_000],
  [null, null, 0],
])('measures a talk of %s ms, reported as %s: %i', (seen, told, ms) =>
  expect(reconcileTalkMs(seen, told, 3_600_000)).toBe(ms),
);

test('names the leg of an end without a talk, if it is known', () => {
  const busy = { kind: 'unanswered', event: { type: 'busy' } } as const;
  expect(unansweredBridgeEnd({ ...busy, leg: 'parent' })).toMatchObject({
    cause: 'busy',
    unansweredLeg: 'counsellor',
  });
  expect(unansweredBridgeEnd({ ...busy, leg: null })).not.toHaveProperty('unansweredLeg');
  expect(unansweredBridgeEnd({ kind: 'parent_hung_up' })).toMatchObject({ cause: 'failed', by: 'human' });
});
