import { offlineEngines } from '../../../conversation';
import { type AgentTestRunOptions, runAgentTests } from './agent-test-run';

afterEach(() => jest.restoreAllMocks());

it('skips tests whose turn comes after the limit', async () => {
  let nowMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const options: AgentTestRunOptions = {
    tested: {} as AgentTestRunOptions['tested'],
    tests: ['first', 'second'].map((name) => ({ name, talk: [] })),
    now: new Date(0),
    engine: 'offline',
    engines: offlineEngines(),
    problem: () => Promise.resolve(null),
    withinMs: 20_000,
    maxTests: Infinity,
    inTurn: (test) => {
      nowMs += 20_001;
      return test();
    },
  };
  const { skipped, results } = await runAgentTests(options);
  expect(skipped).toBe(2);
  expect(results.map(({ reason }) => reason)).toEqual(Array(2).fill('There was no time left for it.'));
});
