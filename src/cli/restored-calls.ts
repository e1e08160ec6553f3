import type { INestApplicationContext } from '@nestjs/common';
import { Accounts } from '../accounts';
import { RestoredCalls } from '../calls';
import { RestoredHumanCalls } from '../human-calls';
import { CommandAudit } from './command-audit';
import { requireAccount } from './require-account';

/** Cancels what waits and was created before an instant. @throws CommandError for an account that does not exist */
export async function cancelRestored(
  contexts: INestApplicationContext,
  createdBefore: Date,
  accountId: string | null,
): Promise<{ calls_canceled: number; human_calls_canceled: number }> {
  const accounts = contexts.get(Accounts, { strict: false });
  if (accountId !== null) await requireAccount(accounts, accountId);
  const calls = await contexts.get(RestoredCalls, { strict: false }).cancel(createdBefore, accountId);
  const human = await contexts.get(RestoredHumanCalls, { strict: false }).cancel(createdBefore, accountId);
  const audit = new CommandAudit(contexts);
  const ids = accountId === null ? (await accounts.list()).map(({ id }) => id) : [accountId];
  for (const id of ids) await audit.write(id, 'call cancel', null);
  return { calls_canceled: calls, human_calls_canceled: human };
}
