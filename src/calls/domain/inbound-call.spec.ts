import { FINAL_CALL_STATUSES, LIVE_CALL_STATUSES } from './call-status';
import { ANONYMOUS } from './call-state';
import { INBOUND_BEGINNINGS, inboundCall, type NewInboundCall, refusedInboundCall } from './inbound-call';

const ARRIVED = new Date('2026-11-21T10:00:00Z');
const NOW = new Date('2026-11-21T10:00:00.040Z');
const CALL: NewInboundCall = {
  id: 'call_1',
  accountId: 'acct_1',
  agentId: 'agent_1',
  phoneNumber: '+919800000001',
  accountNumber: '+912248001000',
  carrier: 'sip',
  trunkName: 'mumbai-1',
  test: false,
  arrivedAt: ARRIVED,
  contact: { name: 'Ravi', externalId: 'crm-7' },
};
const TERMS = {
  agentVersion: ARRIVED,
  maxTalkSeconds: 300,
  creditsLimitTalk: false,
  pricePerMinute: '5.0000',
  watchdogAt: new Date('2026-11-21T10:02:00Z'),
};
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const answering = () => inboundCall(CALL, TERMS, NOW);

test('begins in dialing, or ends as busy or failed', () => {
  expect(INBOUND_BEGINNINGS.filter((status) => LIVE_CALL_STATUSES.includes(status))).toEqual(['dialing']);
  expect(INBOUND_BEGINNINGS.filter((status) => FINAL_CALL_STATUSES.includes(status))).toEqual([
    'busy',
    'failed',
  ]);
});

test('records the arrival of an inbound call, and no dial', () => {
  const call = answering();
  expect(call.isFinal).toBe(false);
  expect(call.state).toMatchObject({
    status: 'dialing',
    direction: 'inbound',
    attempt: 1,
    createdAt: ARRIVED,
    queuedFrom: ARRIVED,
    dialedAt: null,
    variables: {},
    metadata: {},
    contactName: 'Ravi',
    contactEmail: null,
    externalId: 'crm-7',
    accountNumber: '+912248001000',
    test: false,
    ringingAt: NOW,
    mayRetry: false,
  });
  expect(call.timeline.map(({ type, at }) => [type, at])).toEqual([
    ['accepted', ARRIVED],
    ['line_taken', NOW],
    ['ringing', NOW],
  ]);
  expect(call.events).toEqual([]);
});

test.each(INBOUND_BEGINNINGS.flatMap((status) => (status === 'dialing' ? [] : [status])))(
  'ends as %s at once without an answer, and stays so',
  (status) => {
    const call = refusedInboundCall(CALL, status, 'Because.', NOW);
    expect(call.isFinal).toBe(true);
    expect(call.state).toMatchObject({ status, statusReason: 'Because.', endedAt: NOW, finishedAt: NOW });
    const before = call.state;
    expect(call.end({ cause: 'hung_up', talkMs: 5_000 }, later(5))).toBe(false);
    expect(call.cancel('no', later(5))).toBe(false);
    call.answer(later(5), later(9));
    expect(call.state).toEqual(before);
    expect(call.timeline.map(({ type }) => type)).toEqual(['accepted', 'ended']);
  },
);

test('has no contact for a caller without a number', () => {
  const { state } = inboundCall({ ...CALL, phoneNumber: ANONYMOUS, contact: null }, TERMS, NOW);
  expect(state).toMatchObject({ phoneNumber: 'anonymous', contactName: null, externalId: null });
});

describe('an inbound call before the answer', () => {
  test.each([
    ['the caller gives up', 'no_answer', 'no_answer', 'The caller hung up before the agent answered.'],
    ['no channel had ports', 'busy', 'busy', 'The service had no room for the call.'],
    ['the agent is not ready', 'failed', 'failed', 'The agent was not ready in time.'],
    ['the process stops', 'failed', 'failed', 'The service was stopping.'],
  ] as const)('ends after %s: %s', (_, cause, status, reason) => {
    const call = answering();
    expect(call.end({ cause, talkMs: null, reason }, later(1))).toBe(true);
    expect(call.state).toMatchObject({ status, statusReason: reason, durationSeconds: null, endedBy: null });
    expect(call.state.answeredAt).toBeNull();
  });

  test('fails when its process dies', () => {
    const call = answering();
    call.end({ cause: 'carrier_lost_it', talkMs: null }, later(20));
    expect(call.state).toMatchObject({
      status: 'failed',
      statusReason: 'The service that was about to answer stopped.',
    });
  });

  test('cannot be canceled', () => expect(answering().cancel('no', later(1))).toBe(false));
});

describe('an inbound call after the answer', () => {
  const answered = () => {
    const call = answering();
    call.answer(later(1), later(400));
    return call;
  };

  test('talks without detection of the answerer', () => {
    const call = answered();
    expect(call.state).toMatchObject({ status: 'in_progress', answeredAt: later(1) });
    expect(call.timeline.at(-1)).toMatchObject({ type: 'answered', message: 'The agent answered.' });
    expect(call.setAnsweredBy('human')).toBe(false);
  });

  test.each([
    ['a CANCEL that crossed the answer', { cause: 'hung_up', talkMs: 0, by: 'contact' }, 0, 'contact'],
    ['a hang-up of the caller', { cause: 'hung_up', talkMs: 30_500, by: 'contact' }, 30, 'contact'],
    ['the agent’s goodbye', { cause: 'hung_up', talkMs: 9_000, by: 'agent' }, 9, 'agent'],
    ['the limit', { cause: 'limit_of_minutes', talkMs: 300_100, by: null }, 300, 'agent'],
    ['a crash', { cause: 'carrier_lost_it', talkMs: 4_000, by: null }, 4, null],
  ] as const)('completes after %s', (_, end, durationSeconds, endedBy) => {
    const call = answered();
    call.end(end, later(400));
    expect(call.state).toMatchObject({ status: 'completed', durationSeconds, endedBy });
    expect(call.events).toEqual([{ type: 'call.ended', payload: { accountId: 'acct_1', callId: 'call_1' } }]);
  });
});
