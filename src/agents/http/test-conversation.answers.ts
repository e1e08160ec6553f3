import type { TypedUse } from '../../conversation';
import {
  answer,
  constant,
  flag,
  inline,
  json,
  listOfPlain,
  optional,
  text,
} from '../../platform/http/answers/answer';
import { OUTCOME_FIELDS } from '../../platform/http/answers/outcome.answers';
import type { TestConversations } from '../application/test-conversations';

type Turn = Awaited<ReturnType<TestConversations['turn']>>;
type Outcome = Awaited<ReturnType<TestConversations['outcome']>>;

const PROBLEM = optional(text('What failed, and what to do about it; absent otherwise.'));

const USE = inline<TypedUse>('A use of a tool.', {
  name: text('Of the tool.'),
  arguments: json('What it was used with.'),
  result: json('What the mock gave.'),
});

export const TEST_TURN = answer<Turn>(
  'TestTurn',
  'What the agent says next.',
  {
    object: constant('test_turn'),
    text: text('The words; empty where it hangs up without any.'),
    tools: listOfPlain(USE, 'What it used before it said this, by mocks; send it back in turns.'),
    ended: flag('Whether it would hang up, leave its message or transfer the contact now.'),
    problem: PROBLEM,
  },
  { object: 'test_turn', text: 'Namaste Rohan ji, main Asha bol rahi hoon.', tools: [], ended: false },
);

export const TEST_OUTCOME = answer<Outcome>(
  'TestOutcome',
  'What came of a test conversation: an Outcome as of a call.',
  { ...OUTCOME_FIELDS, problem: PROBLEM },
  {
    disposition: 'Interested',
    summary: 'Wants to join B.Com in July.',
    answers: { 'Which course is the contact interested in?': 'B.Com' },
    lead_rating: 8,
    callback_requested: false,
    callback_time_text: null,
    follow_up: 'CALL',
    follow_up_note: null,
    meeting: null,
    tools: [],
    transcript: [
      { speaker: 'agent', text: 'Namaste Rohan ji, main Asha bol rahi hoon.', start_ms: 0, end_ms: 2_520 },
      { speaker: 'contact', text: 'Haan, mujhe B.Com karna hai.', start_ms: 3_020, end_ms: 4_700 },
    ],
  },
);
