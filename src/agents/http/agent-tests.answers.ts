import {
  answer,
  choice,
  constant,
  id,
  inline,
  instant,
  json,
  listOfPlain,
  mapOf,
  nullable,
  text,
  whole,
} from '../../platform/http/answers/answer';
import type { AgentTestRun } from '../application/agent-tests/agent-test-run';
import type { AgentTests } from '../application/agent-tests/agent-tests';
import { AGENT_EXAMPLE } from './agent.examples';

type View = Awaited<ReturnType<AgentTests['read']>>;
type Result = AgentTestRun['results'][number];

const TEST = { name: 'Hello', talk: [{ contact: 'Haan ji, boliye.' }], expect: { ended_by: 'contact' } };

export const AGENT_TESTS = answer<View>(
  'AgentTests',
  'The tests of an agent.',
  {
    object: constant('agent_tests'),
    agent_id: id('agent', 'The agent.'),
    tests: listOfPlain(mapOf(null, 'A test.'), 'As they were stored.'),
    updated_at: nullable(instant('When they were stored; null: there are none.')),
  },
  {
    object: 'agent_tests',
    agent_id: AGENT_EXAMPLE.id,
    tests: [TEST],
    updated_at: '2026-11-20T09:15:00.123Z',
  },
);

const RESULT = inline<Result>('The result of a test.', {
  name: text('Its name.'),
  status: choice(['passed', 'failed', 'skipped'], 'What came of it.'),
  reason: nullable(text('Why it was skipped.')),
  failures: listOfPlain(
    inline<Result['failures'][number]>('What was not as expected.', {
      step: text('A place of the test, such as talk[2] or expect.tools.'),
      expected: text('What was expected.'),
      found: text('What was found.'),
    }),
    'Empty when it passed.',
  ),
  transcript: listOfPlain(mapOf(null, 'As of a call.'), 'What was said.'),
  tools: listOfPlain(mapOf(null, 'name, status, arguments, result.'), 'Uses of tools, by mocks.'),
  outcome: json('As of a call, without its transcript; null when it was skipped.'),
});

export const AGENT_TEST_RUN = answer<AgentTestRun>(
  'AgentTestRun',
  'What came of tests.',
  {
    object: constant('agent_test_run'),
    engine: choice(['offline', 'model'], 'Who led and read the talks.'),
    passed: whole('Tests that passed.'),
    failed: whole('Tests that failed.'),
    skipped: whole('Tests that were not run.'),
    duration_ms: whole('How long it took.'),
    results: listOfPlain(RESULT, 'In the order of the tests.'),
  },
  {
    object: 'agent_test_run',
    engine: 'offline',
    passed: 0,
    failed: 0,
    skipped: 1,
    duration_ms: 1,
    results: [
      {
        name: 'Hello',
        status: 'skipped',
        reason: 'There was no time left for it.',
        failures: [],
        transcript: [],
        tools: [],
        outcome: null,
      },
    ],
  },
);
