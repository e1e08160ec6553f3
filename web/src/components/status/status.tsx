import { inWords } from '../../lib/text';
import { t } from '../../messages/en';
import { Icon, type IconName } from '../icon/icon';
import styles from './status.module.css';

type Tone = 'wait' | 'run' | 'good' | 'warn' | 'bad' | 'quiet';

const LOOKS: ReadonlyMap<string, readonly [Tone, IconName]> = new Map([
  ['queued', ['wait', 'clock']],
  ['dialing', ['run', 'wave']],
  ['ringing_counsellor', ['run', 'wave']],
  ['connecting', ['run', 'wave']],
  ['in_progress', ['run', 'wave']],
  ['completed', ['good', 'check']],
  ['no_answer', ['warn', 'missed']],
  ['busy', ['warn', 'missed']],
  ['failed', ['bad', 'cross']],
  ['delivered', ['good', 'check']],
  ['canceled', ['quiet', 'close']],
  ['expired', ['quiet', 'clock']],
  ['active', ['good', 'check']],
  ['on', ['good', 'check']],
  ['default', ['good', 'check']],
  ['off', ['quiet', 'close']],
  ['invited', ['wait', 'clock']],
  ['inactive', ['quiet', 'close']],
  ['revoked', ['quiet', 'close']],
  ['running', ['run', 'wave']],
  ['succeeded', ['good', 'check']],
  ['passed', ['good', 'check']],
  ['timed_out', ['bad', 'clock']],
  ['invalid', ['bad', 'cross']],
  ['unknown', ['warn', 'clock']],
]);

export function statusWord(status: string): string {
  return t.status.get(status) ?? inWords(status);
}

export function Status({ status, testId }: { readonly status: string; readonly testId?: string }) {
  const [tone, icon] = LOOKS.get(status) ?? ['quiet', 'clock'];
  return (
    <span className={styles.status} data-status={status} data-tone={tone} data-testid={testId}>
      <Icon name={icon} />
      <span>{statusWord(status)}</span>
    </span>
  );
}

/** Beside what belongs to test calls. */
export function TestMark() {
  return <span className={styles.test}>{t.calls.testMark}</span>;
}
