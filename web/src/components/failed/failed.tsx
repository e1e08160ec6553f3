import type { ApiError } from '../../api/error';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import { Button } from '../button/button';
import { Name } from '../name/name';
import styles from './failed.module.css';

const SHORT_WAIT_S = 120;

function sentenceOf(error: ApiError): string {
  if (error.status === 402) return t.common.credits402(shownNumber(error.details.available ?? 0));
  // A longer wait is shown in the envelope's words.
  if (error.status === 429 && error.retryAfter !== null && error.retryAfter <= SHORT_WAIT_S)
    return t.common.tryInSeconds(error.retryAfter);
  return error.status === 0 ? t.common.noConnectionAction : error.message;
}

interface FailedProps {
  readonly error: ApiError;
  readonly retry?: () => void;
}

export function Failed({ error, retry }: FailedProps) {
  // A short message contains its field.
  const problems = (error.details.errors ?? []).filter(({ message }) => !error.message.includes(message));
  return (
    <div role="alert" className={styles.failed}>
      <p>{error.status === 0 && retry ? t.common.noConnection : sentenceOf(error)}</p>
      {problems.map(({ field, message }) => (
        <p key={field}>
          <Name>{`${field} ${message}`}</Name>
        </p>
      ))}
      {error.requestId !== null && <p className={styles.request}>{t.common.request(error.requestId)}</p>}
      {retry && <Button onClick={retry}>{t.common.tryAgain}</Button>}
    </div>
  );
}
