import { crash } from './crash.mjs';

/** Every end that can be tried again is, at once. */
const RETRY = { max_attempts: 3, on: ['no_answer', 'busy', 'failed', 'voicemail'], wait_minutes: [0] };

/** Kills while calls with a policy end: each end has its next attempt or a reason for none. */
export function attempts(driver, options) {
  return crash(driver, { ...options, retry: RETRY });
}
