import { RETRY_CAUSES, RETRY_LIMITS, type RetryView } from '../../../shared-kernel/retry-policy';
import { choice, inline, listOfPlain, nullable, whole } from './answer';

/** The fields of a policy in answers. */
export const RETRY_ANSWERS = {
  max_attempts: whole('Calls at most, the first included.', { minimum: 1, maximum: RETRY_LIMITS.attempts }),
  on: listOfPlain(choice(RETRY_CAUSES, 'An end.'), 'Ends that an attempt follows.'),
  wait_minutes: listOfPlain(
    whole('Minutes.', { minimum: 0, maximum: RETRY_LIMITS.waitMinutes }),
    'From the end of an attempt to the next one; the last value repeats.',
  ),
};

export const RETRY = nullable(inline<RetryView>('Further attempts; null: none.', RETRY_ANSWERS));
