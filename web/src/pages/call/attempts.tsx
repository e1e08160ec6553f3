import { Link } from '../../components/link/link';
import { Part } from '../../components/part/part';
import { Time } from '../../components/time/time';
import type { Call } from '../../api/types';
import { t } from '../../messages/en';
import styles from './page.module.css';

/** The place of a call among the attempts for its contact. */
export function Attempts({ retry }: { readonly retry: NonNullable<Call['retry']> }) {
  const { attempt, max_attempts, first_call_id, previous_call_id, next_call_id, next_at, stopped } = retry;
  return (
    <Part title={t.attempts.title}>
      <div data-testid="attempts" className={styles.attempts}>
        <p>{t.attempts.place(attempt, max_attempts)}</p>
        {stopped !== null && <p>{t.attempts.stopped.get(stopped) ?? stopped}</p>}
        {previous_call_id !== null && (
          <Link to="/calls/$id" params={{ id: previous_call_id }}>
            {t.attempts.previous}
          </Link>
        )}
        {next_call_id !== null && (
          <span>
            <Link to="/calls/$id" params={{ id: next_call_id }}>
              {t.attempts.next}
            </Link>
            {next_at !== null && (
              <>
                , <Time at={next_at} />
              </>
            )}
          </span>
        )}
        {first_call_id !== null && (
          <Link to="/calls" search={{ chain: first_call_id }}>
            {t.attempts.all}
          </Link>
        )}
      </div>
    </Part>
  );
}
