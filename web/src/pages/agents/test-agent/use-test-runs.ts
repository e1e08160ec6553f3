import { useRef, useState } from 'react';
import { ApiError } from '../../../api/error';
import { reportError } from '../../../api/queries';
import { type AgentTest, testRequests, type TestResult } from '../../../api/tools';
import type { TestConversation } from '../../../api/types';
import { told } from './use-conversation';

export type RunningTest = TestResult | 'running';
type Engine = 'offline' | 'model';

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

/** The last result of each test, by its place. */
export function useTestRuns(
  tried: Pick<TestConversation, 'agent_id' | 'draft'>,
  tests: readonly AgentTest[],
) {
  const [results, setResults] = useState<ReadonlyMap<string, RunningTest>>(new Map());
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const keys = keysOf(tests);
  const put = (entries: readonly (readonly [string, RunningTest])[]) =>
    setResults((former) => new Map([...former, ...entries]));

  /** A model runs one test a request. */
  const runSet = async (engine: Engine, places: readonly number[]) => {
    const sets = engine === 'model' ? places.map((place) => [place]) : [places];
    for (const set of sets) {
      const ofSet = set.map((place) => keys[place] ?? '');
      put(ofSet.map((key) => [key, 'running'] as const));
      const chosen = tests.filter((_, place) => set.includes(place));
      const run = await testRequests.run({ ...tried, tests: chosen, engine });
      put(run.results.map((result, at) => [ofSet[at] ?? '', result] as const));
    }
  };
  const run = async (engine: Engine, places: readonly number[] = [...tests.keys()]) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    try {
      await runSet(engine, places);
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
  return { resultAt: (place: number) => results.get(keys[place] ?? ''), error, isBusy, run };
}
