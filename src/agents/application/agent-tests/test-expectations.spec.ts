import type { TalkTestResult } from '../../../conversation';
import type { TestExpectations } from '../../domain/agent-test';
import { failedExpectations } from './test-expectations';

const callbackAt = (at: string, status = 'succeeded') => ({
  name: 'schedule_callback',
  arguments: { at },
  result: null,
  status,
});
const turn = (speaker: 'agent' | 'contact', text: string) => ({ speaker, text, startMs: 0, endMs: 1 });

const FOUND: TalkTestResult = {
  turns: [turn('agent', 'Is it for\nyour SON?'), turn('contact', 'Yes, a refund.')],
  uses: [
    callbackAt('2026-01-06 09:00'),
    callbackAt('2026-01-06T12:30:00Z'),
    callbackAt('2026-01-07T18:00', 'failed'),
    { name: 'order_status', arguments: {}, result: {}, status: 'succeeded' },
  ],
  failures: [],
  endedBy: 'agent',
  transferredTo: '+919812345678',
  analysis: {
    disposition: 'Call Later',
    summary: null,
    answers: { Course: 'B.Com in  Pune', City: null },
    leadRating: 7,
    callbackRequested: true,
    callbackTimeText: 'kal shaam',
    followUp: 'CALL_LATER',
    followUpNote: null,
    meeting: null,
    optedOut: false,
  },
};
const TOOLS = ['schedule_callback', 'schedule_callback', 'schedule_callback', 'order_status'];

const failuresOf = (expected: TestExpectations) => failedExpectations(expected, FOUND, 'Asia/Kolkata');

test.each<TestExpectations>([
  { ended_by: 'agent' },
  { transferred: true },
  { transferred: '+919812345678' },
  { disposition: 'call later' },
  { disposition: ['Interested', 'Call Later'] },
  { answers: { Course: 'b.com IN pune', City: null, Unknown: null } },
  { callback_requested: true },
  { callback_time_text: 'Kal  Shaam' },
  { scheduled_callback: '2026-01-06T18:00' },
  { scheduled_callback: '2026-01-06 18:00:30' },
  { follow_up: 'CALL_LATER' },
  { lead_rating: { min: 7, max: 7 } },
  { lead_rating: {} },
  { asked_not_to_call: false },
  { tools: TOOLS },
  { agent_never: ['refund', 'daughter'] },
])('meets %j', (expected) => expect(failuresOf(expected)).toEqual([]));

test.each<[TestExpectations, string, string, string]>([
  [{ ended_by: 'contact' }, 'ended_by', 'contact', 'agent'],
  [{ transferred: false }, 'transferred', 'false', 'true'],
  [{ transferred: '+919800000000' }, 'transferred', '+919800000000', '+919812345678'],
  [{ disposition: 'Later' }, 'disposition', 'Later', 'Call Later'],
  [{ disposition: ['Yes', 'No'] }, 'disposition', 'Yes or No', 'Call Later'],
  [{ answers: { Course: null } }, 'answers.Course', 'null', 'B.Com in  Pune'],
  [{ answers: { Course: 'Delhi' } }, 'answers.Course', 'Delhi', 'B.Com in  Pune'],
  [{ answers: { City: 'Pune' } }, 'answers.City', 'Pune', 'null'],
  [{ callback_requested: false }, 'callback_requested', 'false', 'true'],
  [{ callback_time_text: null }, 'callback_time_text', 'null', 'kal shaam'],
  [{ scheduled_callback: null }, 'scheduled_callback', 'null', '2026-01-06T18:00'],
  [{ scheduled_callback: '2026-01-06T18:01' }, 'scheduled_callback', '2026-01-06T18:01', '2026-01-06T18:00'],
  [{ follow_up: 'CALL' }, 'follow_up', 'CALL', 'CALL_LATER'],
  [{ lead_rating: { min: 8 } }, 'lead_rating', '{"min":8}', '7'],
  [{ lead_rating: { max: 6 } }, 'lead_rating', '{"max":6}', '7'],
  [{ asked_not_to_call: true }, 'asked_not_to_call', 'true', 'false'],
  [{ tools: TOOLS.slice(1) }, 'tools', TOOLS.slice(1).join(', '), TOOLS.join(', ')],
  [
    { agent_never: ['daughter', 'your son'] },
    'agent_never',
    'The agent never says "your son".',
    FOUND.turns[0]!.text,
  ],
])('does not meet %j', (expectations, name, expected, found) =>
  expect(failuresOf(expectations)).toEqual([{ step: `expect.${name}`, expected, found }]),
);

test('meets no rating without one', () => {
  const unrated = { ...FOUND, analysis: { ...FOUND.analysis, leadRating: null } };
  expect(failedExpectations({ lead_rating: { max: 10 } }, unrated, 'Asia/Kolkata')).toEqual([
    { step: 'expect.lead_rating', expected: '{"max":10}', found: 'null' },
  ]);
});
