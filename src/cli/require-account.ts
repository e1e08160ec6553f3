import type { Accounts } from '../accounts';
import { CommandError } from './output';

/** @throws CommandError for an account that does not exist */
export async function requireAccount(accounts: Accounts, id: string): Promise<void> {
  if (!(await accounts.find(id))) throw noAccount(id);
}

export function noAccount(id: string): CommandError {
  return new CommandError(`There is no account ${id}: account list shows them.`);
}
