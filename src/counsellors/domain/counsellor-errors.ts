import { DomainError } from '../../platform/kernel/domain-error';

export function counsellorNotFound(): DomainError {
  return new DomainError('counsellor_not_found', 'There is no such counsellor in the account.');
}

/** 403: the API never changes admins and other staff, nor the name on a login shared with another account. */
export function notManageable(fields: readonly string[], message: string): DomainError {
  return new DomainError('counsellor_not_manageable', message, { fields });
}

export const STAFF = 'Admins and other staff of the account are not changed through the API.';
export const SHARED =
  'The login also belongs to another account: its name and mobile number are not changed through the API.';

export function emailInUseElsewhere(): DomainError {
  return new DomainError(
    'email_in_use_elsewhere',
    'The login of this e-mail belongs to another account: use another e-mail.',
  );
}

export function extensionInUse(): DomainError {
  return new DomainError(
    'carrier_extension_taken',
    'Another counsellor of the account has this carrier_extension.',
  );
}

export function memberNotFound(): DomainError {
  return new DomainError('not_found', 'There is no such member in the account.');
}

export function lastAdmin(): DomainError {
  return new DomainError(
    'last_admin',
    'This is the last active admin of the account: make another member an admin first.',
  );
}
