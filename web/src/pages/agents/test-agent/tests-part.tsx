import { useState } from 'react';
import { queryClient, useLive } from '../../../api/queries';
import { type AgentTest, testRequests } from '../../../api/tools';
import { Button } from '../../../components/button/button';
import { Skeleton } from '../../../components/empty/empty';
import { Failed } from '../../../components/failed/failed';
import { Select } from '../../../components/field/field';
import { lazyPart } from '../../../components/lazy/lazy';
import { Options } from '../../../components/field/options';
import { DialogButton } from '../../../layout/buttons/dialog-button';
import { useAction } from '../../../layout/use-action';
import { shownNumber } from '../../../lib/shown-time';
import { isolated } from '../../../lib/text';
import { testAgent as texts } from '../../../messages/en/test-agent';
import styles from './test-agent.module.css';
import { TestRow } from './test-row';
import { type Engine, nameOf, type RunningTest, type TestRuns } from './use-test-runs';

const EditTests = lazyPart(() => import('./edit-tests'));

interface TestsPartProps {
  /** null: it was never saved. */
  readonly agentId: string | null;
  readonly runs: TestRuns;
}

export default function TestsPart({ agentId, runs }: TestsPartProps) {
  if (agentId === null) return <p className="soft">{texts.testsUnsaved}</p>;
  return <Tests agentId={agentId} runs={runs} />;
}

function Tests({ agentId, runs }: { readonly agentId: string } & Pick<TestsPartProps, 'runs'>) {
  const stored = useStored(agentId);
  const tests = stored.data?.tests ?? [];
  const { error, isBusy, run, resultsOf } = runs;
  const results = resultsOf(tests);
  const [engine, setEngine] = useState<Engine>('offline');
  const remove = useRemove(agentId, tests);
  return (
    <div className={styles.part}>
      <p className="soft">{texts.testsHint}</p>
      {stored.error && <Failed error={stored.error} retry={() => void stored.refetch()} />}
      {stored.isPending && <Skeleton lines={3} />}
      {error && <Failed error={error} />}
      {stored.data && tests.length === 0 && <p>{texts.noTests}</p>}
      {tests.length > 0 && <EngineField engine={engine} onChange={setEngine} />}
      {stored.data && (
        <div className={styles.buttons}>
          {tests.length > 0 && (
            <Button look="main" isBusy={isBusy} onClick={() => void run(tests, engine)}>
              {texts.runAll}
            </Button>
          )}
          <DialogButton words={texts.editTests} dialog={EditTests} with={{ agentId, tests }} />
        </div>
      )}
      <p role="status" className="soft">
        {!isBusy && countsOf(results)}
      </p>
      {tests.length > 0 && (
        <ol className={styles.rows}>
          {tests.map((test, place) => (
            <TestRow
              key={place}
              name={nameOf(test)}
              result={results[place]}
              onRun={() => void run(tests, engine, [place])}
              onRemove={() => void remove(place)}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

function useStored(agentId: string) {
  return useLive({
    key: ['agent-tests', agentId],
    load: (signal) => testRequests.read(agentId, signal),
  });
}

interface EngineFieldProps {
  readonly engine: Engine;
  readonly onChange: (engine: Engine) => void;
}

function EngineField({ engine, onChange }: EngineFieldProps) {
  return (
    <Select
      label={texts.engine}
      value={engine}
      onChange={({ target }) => onChange(target.value === 'model' ? 'model' : 'offline')}
    >
      <Options of={texts.engines} />
    </Select>
  );
}

function useRemove(agentId: string, tests: AgentTest[]) {
  const { run } = useAction();
  return async (place: number) => {
    const test = tests[place];
    if (!test) return;
    const ask = { title: texts.removeTestQuestion(isolated(nameOf(test))), action: texts.removeTestAction };
    const remove = async () => {
      // Others may have stored tests since: those stay.
      const { tests: now } = await testRequests.read(agentId);
      const at = now.findIndex((one) => JSON.stringify(one) === JSON.stringify(test));
      const rest = at < 0 ? now : now.toSpliced(at, 1);
      queryClient.setQueryData(['agent-tests', agentId], await testRequests.store(agentId, rest));
    };
    await run(remove, { ask });
  };
}

/** Empty before the first result. */
function countsOf(results: readonly (RunningTest | undefined)[]): string {
  const ended = results.flatMap((result) => (result === undefined || result === 'running' ? [] : result));
  if (ended.length === 0) return '';
  const count = (status: string) => shownNumber(ended.filter((result) => result.status === status).length);
  return texts.counts(count('passed'), count('failed'), count('skipped'));
}
