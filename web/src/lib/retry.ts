/** The choice of further attempts in a form. */
export interface RetryChoice {
  /** '' for the account's default, '1' for never, else the calls at most. */
  readonly attempts: string;
  /** Minutes with commas between them; '' for the default. */
  readonly waits: string;
}

export const ACCOUNT_DEFAULT: RetryChoice = { attempts: '', waits: '' };

export const MAX_ATTEMPTS = 5;

/** What is sent; undefined for the account's default. A wait that is no number is sent as text, which the service refuses. */
export function retryOf({ attempts, waits }: RetryChoice) {
  if (attempts === '') return undefined;
  const minutes = waits
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((text) => (/^\d{1,9}$/.test(text) ? Number(text) : text));
  return {
    max_attempts: Number(attempts),
    ...(attempts !== '1' && minutes.length > 0 && { wait_minutes: minutes as number[] }),
  };
}

/** The field of a form that a problem of the service is about; undefined for other fields. */
export function retryField(name: string): keyof RetryChoice | undefined {
  if (name.includes('wait_minutes')) return 'waits';
  return /^(query\.)?retry\b/.test(name) ? 'attempts' : undefined;
}
