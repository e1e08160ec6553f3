import { ApiError } from '../../api/error';
import { requests } from '../../api/requests';

/** Whether the service refused a set-up because it has no account yet, and the request names none. */
export function isAccountMissing(error: unknown): boolean {
  return (
    error instanceof ApiError && error.details.errors?.some(({ field }) => field === 'account_name') === true
  );
}

/** Whether the service has no account yet: the 400 of an empty form lists every missing field. */
export async function needsAccount(token: string): Promise<boolean> {
  try {
    await requests.setup({ token, name: '', email: '', password: '' });
    return false;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return isAccountMissing(error);
    throw error;
  }
}
