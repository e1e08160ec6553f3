import { useState } from 'react';
import type { TestResult } from '../../../api/tools';
import { Button } from '../../../components/button/button';
import { Icon } from '../../../components/icon/icon';
import { Name } from '../../../components/name/name';
import { Status } from '../../../components/status/status';
import { Transcript } from '../../../components/transcript/transcript';
import { shown } from '../../../lib/text';
import { testAgent as texts } from '../../../messages/en/test-agent';
import styles from './test-agent.module.css';
import type { RunningTest } from './use-test-runs';

interface TestRowProps {
  readonly name: string;
  readonly result: RunningTest | undefined;
  readonly onRun: () => void;
  readonly onRemove: () => void;
}

export function TestRow({ name, result, onRun, onRemove }: TestRowProps) {
  const status = result === 'running' ? result : (result?.status ?? 'not_run');
  return (
    <li className={styles.row} data-testid="test-row" data-status={status}>
      <div className={styles.rowHead}>
        <span className={styles.rowName}>
          <Name>{name}</Name>
        </span>
        {status !== 'not_run' && <Status status={status} />}
        <Button aria-label={texts.runOne(shown(name))} isBusy={status === 'running'} onClick={onRun}>
          {texts.run}
        </Button>
        <Button look="quiet" aria-label={texts.removeTest(shown(name))} onClick={onRemove}>
          <Icon name="close" />
        </Button>
      </div>
      {result && result !== 'running' && <Result result={result} />}
    </li>
  );
}

function Result({ result }: { readonly result: TestResult }) {
  const { reason, failures, transcript } = result;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {reason !== null && <p className="soft">{reason}</p>}
      {failures.map((failure, place) => (
        <dl key={place} className={styles.failure} data-step={failure.step}>
          <div>
            <dt>
              {texts.expected} ({failure.step})
            </dt>
            <dd>
              <Name>{failure.expected}</Name>
            </dd>
          </div>
          <div>
            <dt>{texts.found}</dt>
            <dd>
              <Name>{failure.found}</Name>
            </dd>
          </div>
        </dl>
      ))}
      {transcript.length > 0 && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{texts.talkOfTest}</summary>
          {isOpen && <Transcript turns={transcript as unknown as Turns} heard={-1} isLive={false} />}
        </details>
      )}
    </>
  );
}

type Turns = { readonly speaker: string; readonly text: string; readonly start_ms: number }[];
