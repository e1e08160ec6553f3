import { nowMs } from '../../api/clock';
import { Button, buttonLink } from '../../components/button/button';
import { Failed } from '../../components/failed/failed';
import { Link } from '../../components/link/link';
import { Progress } from '../../components/progress/progress';
import { Part } from '../../components/part/part';
import { Time } from '../../components/time/time';
import { useSignedIn } from '../../layout/session';
import { shortTime, shownNumber, shownTime } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';
import type { useUpload } from './use-upload';
import type { Checked } from './validate';

interface ResultProps {
  readonly upload: ReturnType<typeof useUpload>;
  readonly checked: Checked;
  readonly onAgain: () => void;
}

export function Result({ upload, checked, onAgain }: ResultProps) {
  const { phase, sent, error, start } = upload;
  const callable = checked.passed.length;
  return (
    <Part title={t.upload.result}>
      <Figures checked={checked} />
      <p role="status" className={styles.told}>
        {told(upload, checked)}
      </p>
      {phase === 'checked' && checked.former && (
        <Former checked={checked} onGoOn={() => void start()} onAgain={onAgain} />
      )}
      {phase === 'checked' && !checked.former && callable > 0 && (
        <div className={styles.buttons}>
          <Button look="main" onClick={() => void start()}>
            {t.upload.start(callable, shownNumber(callable))}
          </Button>
        </div>
      )}
      {phase !== 'checked' && (
        <>
          <Progress label={t.upload.sending} done={sent.rows} of={callable} />
          {phase === 'sending' && <p className={styles.hint}>{t.upload.sendingHint}</p>}
        </>
      )}
      {phase === 'stopped' && (
        <>
          {error && <Failed error={error} />}
          <div className={styles.buttons}>
            <Button look="main" onClick={() => void start()}>
              {t.upload.goOn}
            </Button>
          </div>
        </>
      )}
      {phase === 'done' && sent.batchId !== null && (
        <div className={styles.buttons}>
          <Link className={buttonLink('main')} to="/batches/$id" params={{ id: sent.batchId }}>
            {t.upload.open}
          </Link>
        </div>
      )}
    </Part>
  );
}

function told({ phase, sent }: ResultProps['upload'], { passed, total }: Checked): string {
  if (phase === 'stopped') return t.upload.stopped(sent.queued, shownNumber(sent.queued));
  if (phase === 'done') return t.upload.queued(sent.queued, shownNumber(sent.queued));
  if (phase !== 'checked') return '';
  return passed.length === 0
    ? t.upload.nobody
    : t.upload.summary(shownNumber(passed.length), shownNumber(total));
}

function Former({
  checked,
  onGoOn,
  onAgain,
}: {
  readonly checked: Checked;
  readonly onGoOn: () => void;
  readonly onAgain: () => void;
}) {
  const { account } = useSignedIn();
  if (!checked.former) return null;
  const at = shownTime(checked.former.created_at, account.timezone);
  return (
    <div className={styles.former}>
      <p>{t.upload.already(at.split(', ')[1] ?? at)}</p>
      <div className={styles.buttons}>
        {checked.passed.length > 0 && (
          <Button look="main" onClick={onGoOn}>
            {t.upload.goOn}
          </Button>
        )}
        <Button onClick={onAgain}>{t.upload.uploadAgain}</Button>
        <Link className={buttonLink()} to="/batches/$id" params={{ id: checked.former.id }}>
          {t.upload.open}
        </Link>
      </div>
    </div>
  );
}

function Figures({ checked }: { readonly checked: Checked }) {
  const { estimate, held, passed, skipped, total, uploaded } = checked;
  const finish = estimate.estimated_finish_at;
  const figures = [
    ['rows', t.upload.rows, shownNumber(total)],
    ['callable', t.upload.callable, shownNumber(passed.length)],
    ...(uploaded > 0 ? [['uploaded', t.upload.uploaded, shownNumber(uploaded)] as const] : []),
    ['skipped', t.upload.skipped, shownNumber(skipped.length)],
    ...(estimate.estimated_attempts > passed.length
      ? [['attempts', t.attempts.estimated, shownNumber(estimate.estimated_attempts)] as const]
      : []),
    [
      'credits',
      t.upload.credits,
      <span key="credits" title={shownNumber(estimate.estimated_credits)}>
        {shownNumber(Math.ceil(estimate.estimated_credits))}
      </span>,
    ],
    ['finish', t.upload.finish, finish === null ? t.upload.never : <Time key="finish" at={finish} />],
  ] as const;
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(([id, name, value]) => (
          <div key={id} data-testid={`figure-${id}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {held.length > 0 && <Waits held={held} />}
    </>
  );
}

function Waits({ held }: Pick<Checked, 'held'>) {
  const { account } = useSignedIn();
  return (
    <>
      <h3>{t.upload.waits}</h3>
      <ul data-testid="waits">
        {held.map(({ reason, until, count }) => (
          <li key={`${reason} ${until ?? ''}`}>
            {t.upload.holdLine(
              count,
              shownNumber(count),
              t.holds.get(reason) ?? reason,
              until === null ? null : shortTime(until, account.timezone, nowMs()),
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
