import { useState } from 'react';
import type { ApiError } from '../../api/error';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import { failure, failures, fieldLabel, problemSentence } from '../../messages/en/problems';
import type { Search } from '../../lib/search';
import { shown } from '../../lib/text';
import { Button, buttonLink } from '../button/button';
import { Link } from '../link/link';
import { Name } from '../name/name';
import styles from './failed.module.css';

const SHORT_WAIT_S = 120;
/** The envelope has the minutes after wrong passwords. */
const ATTEMPTS = /^Too many attempts\./;

function sentenceOf(error: ApiError): string {
  const { code, details } = error;
  if (error.status === 402) return t.common.credits402(shownNumber(details.available ?? 0));
  // A longer wait is shown in the envelope's words.
  const isShort = error.retryAfter !== null && error.retryAfter <= SHORT_WAIT_S;
  if (error.status === 429 && isShort && !ATTEMPTS.test(error.message))
    return t.common.tryInSeconds(error.retryAfter);
  if (error.status === 0) return t.common.noConnectionAction;
  if (code === 'setting_locked') return failure.operatorSets((details.fields ?? []).map(fieldLabel));
  if (details.errors && details.errors.length > 0) return failure.invalid;
  return failures.get(code) ?? failures.get(error.message) ?? error.message;
}

interface FailedProps {
  readonly error: ApiError;
  readonly retry?: () => void;
}

/** In the words of the page; those of the API, for who writes to support, are a detail. */
export function Failed({ error, retry }: FailedProps) {
  const { code, details, message, requestId } = error;
  const sentence = error.status === 0 && retry ? t.common.noConnection : sentenceOf(error);
  // Such as the address of a page whose first row was deleted since.
  const isLostPage = details.errors?.some(({ field }) => field === 'query.starting_after') ?? false;
  const callId = code === 'call_already_queued' ? details.call_id : undefined;
  return (
    <div role="alert" className={styles.failed}>
      <p>
        {shown(sentence)}
        {callId !== undefined && (
          <>
            {' '}
            <Link to="/calls/$id" params={{ id: callId }}>
              {failure.openCall}
            </Link>
          </>
        )}
      </p>
      {details.errors?.map((problem) => (
        <p key={problem.field}>
          <Name>{problemSentence(problem.field, problem.message)}</Name>
        </p>
      ))}
      {requestId !== null && <p className={styles.request}>{t.common.request(requestId)}</p>}
      {sentence !== message && requestId !== null && <ForSupport text={`${code}: ${message}`} />}
      {isLostPage && (
        <Link to="." search={({ after: _, ...rest }: Search) => rest} className={buttonLink()}>
          {t.common.newest}
        </Link>
      )}
      {retry && !isLostPage && <Button onClick={retry}>{t.common.tryAgain}</Button>}
    </div>
  );
}

function ForSupport({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.request} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{failure.forSupport}</summary>
      <p>{isOpen && <Name>{text}</Name>}</p>
    </details>
  );
}
