import { useRef, useState } from 'react';
import { ApiError } from '../../../api/error';
import { reportError } from '../../../api/queries';
import { type AgentTest, testRequests, type TestResult } from '../../../api/tools';
import type { TestConversation } from '../../../api/types';
import { useIsMounted } from '../../../layout/use-is-mounted';
import { told } from './use-conversation';

export type RunningTest = TestResult | 'running';
export type Engine = 'offline' | 'model';
export type TestRuns = ReturnType<typeof useTestRuns>;

export const nameOf = ({ name }: AgentTest) => String(name);

/** Tests with the same name have different keys. */
function keysOf(tests: readonly AgentTest[]): readonly string[] {
  const counts = new Map<string, number>();
  return tests.map((test) => {
    const name = nameOf(test);
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return `${nth} ${name}`;
  });
}

/** The last result of each test, by its place, until the page of the agent is left. */
export function useTestRuns(tried: Pick<TestConversation, 'agent_id' | 'draft'>) {
  const [results, setResults] = useState<ReadonlyMap<string, RunningTest>>(new Map());
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const isMounted = useIsMounted();
  const put = (entries: readonly (readonly [string, RunningTest])[]) =>
    setResults((former) => new Map([...former, ...entries]));

  /** A model runs one test a request. */
  const runSet = async (tests: readonly AgentTest[], engine: Engine, places: readonly number[]) => {
    const keys = keysOf(tests);
    const sets = engine === 'model' ? places.map((place) => [place]) : [places];
    for (const set of sets) {
      if (!isMounted.current) return;
      const ofSet = set.map((place) => keys[place] ?? '');
      put(ofSet.map((key) => [key, 'running'] as const));
      const chosen = tests.filter((_, place) => set.includes(place));
      const run = await testRequests.run({ ...tried, tests: chosen, engine });
      put(run.results.map((result, at) => [ofSet[at] ?? '', result] as const));
    }
  };
  const run = async (
    tests: readonly AgentTest[],
    engine: Engine,
    places: readonly number[] = [...tests.keys()],
  ) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    try {
      await runSet(tests, engine, places);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      reportError(thrown);
      setError(told(thrown));
    } finally {
      // What did not come to its end has no result.
      setResults((former) => new Map([...former].filter(([, result]) => result !== 'running')));
      isRunning.current = false;
      setBusy(false);
    }
  };
  const resultsOf = (tests: readonly AgentTest[]) => keysOf(tests).map((key) => results.get(key));
  return { resultsOf, error, isBusy, run };
}
