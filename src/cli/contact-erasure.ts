import type { INestApplicationContext } from '@nestjs/common';
import { tryOut } from '../platform/database/try-out';
import { UnitOfWork } from '../platform/database/unit-of-work';
import { newAlias } from '../platform/erasure/alias';
import { type Contact, type Eraser, type ErasedCounts, Erasers } from '../platform/erasure/erasers';
import { Recordings } from '../platform/storage/recordings';
import { CommandError } from './output';

export interface ErasureReport {
  readonly account: string;
  readonly dry_run: boolean;
  readonly in_progress: readonly string[];
  readonly erased: ErasedCounts;
}

/** One transaction (R101); a dry run rolls it back. @throws CommandError while a call to the number is in progress */
export async function eraseContact(
  contexts: INestApplicationContext,
  contact: Contact,
  dryRun: boolean,
): Promise<ErasureReport> {
  const unitOfWork = contexts.get(UnitOfWork, { strict: false });
  const recordings = contexts.get(Recordings, { strict: false });
  const erasers = contexts.get(Erasers, { strict: false }).all();
  const erase = async () => {
    const { callIds, goingOn } = await findAll(erasers, contact);
    if (goingOn.length > 0 && !dryRun) throw stillGoingOn(goingOn);
    const erased = {
      ...(await eraseAll(erasers, contact, callIds)),
      recordings: (await recordings.storedIds(callIds)).length,
    };
    const report = { account: contact.accountId, dry_run: dryRun, in_progress: goingOn, erased };
    // Before the commit: while the calls have the number, another run would find them again.
    if (!dryRun) await recordings.forget(callIds);
    return { report, callIds };
  };
  if (dryRun) return (await tryOut(unitOfWork, erase)).report;
  const { report, callIds } = await unitOfWork.run(erase);
  // Again after the commit: a recording may have been synthesized in the meantime.
  await recordings.forget(callIds);
  return report;
}

async function findAll(erasers: readonly Eraser[], contact: Contact) {
  const callIds: string[] = [];
  const goingOn: string[] = [];
  for (const eraser of erasers) {
    const found = await eraser.find?.(contact);
    callIds.push(...(found?.callIds ?? []));
    goingOn.push(...(found?.goingOn ?? []));
  }
  return { callIds, goingOn };
}

/** In reverse order, dependents first. Waiting calls are canceled, and their new events are erased too. */
async function eraseAll(erasers: readonly Eraser[], contact: Contact, callIds: readonly string[]) {
  const erasure = { ...contact, callIds, alias: newAlias() };
  const counts: Record<string, number> = {};
  for (const eraser of [...erasers].reverse()) Object.assign(counts, await eraser.erase(erasure));
  for (const eraser of erasers) Object.assign(counts, await eraser.cancelWaiting?.(erasure));
  return counts;
}

function stillGoingOn(ids: readonly string[]): CommandError {
  return new CommandError(
    `A call to this number is going on, is being analysed or waits for its recording (${ids.join(', ')}): nothing was erased. Run the command again when it is over.`,
  );
}
