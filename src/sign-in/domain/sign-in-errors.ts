import { DomainError, RetryLater } from '../../platform/kernel/domain-error';

export function wrongCredentials(): DomainError {
  return new DomainError('wrong_credentials', 'E-mail or password is not right.');
}

export function notSignedIn(): DomainError {
  return new DomainError('not_signed_in', 'You are not signed in, or no longer: sign in.');
}

/** One response for a link that is unknown, used, too old, or replaced. */
export function linkUnusable(): DomainError {
  return new DomainError('not_found', 'This link does not work any more.');
}

export function tooManyAttempts(until: Date, now: Date): RetryLater {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  const minutes = Math.ceil(seconds / 60);
  return new RetryLater(
    `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    seconds,
  );
}
