import { useRef, useState } from 'react';
import { ApiError } from '../../../api/error';
import { reportError } from '../../../api/queries';
import { type AgentTest, testRequests, type TestResult } from '../../../api/tools';
import type { TestConversation } from '../../../api/types';
import { told } from './use-conversation';

export type RunningTest = TestResult | 'running';
type Engine = 'offline' | 'model';

export const nameOf = ({ name }: AgentTest) => String(name);

/** The last result of each test, by its name. */
export function useTestRuns(
  tried: Pick<TestConversation, 'agent_id' | 'draft'>,
  tests: readonly AgentTest[],
) {
  const [results, setResults] = useState<ReadonlyMap<string, RunningTest>>(new Map());
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const put = (entries: readonly (readonly [string, RunningTest])[]) =>
    setResults((former) => new Map([...former, ...entries]));

  /** By a model one test a request. */
  const runSet = async (engine: Engine, chosen: readonly AgentTest[]) => {
    const sets = engine === 'model' ? chosen.map((test) => [test]) : [chosen];
    for (const set of sets) {
      put(set.map((test) => [nameOf(test), 'running'] as const));
      const run = await testRequests.run({ ...tried, tests: [...set], engine });
      put(run.results.map((result) => [result.name, result] as const));
    }
  };
  const run = async (engine: Engine, chosen: readonly AgentTest[] = tests) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    try {
      await runSet(engine, chosen);
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
  return { results, error, isBusy, run };
}
