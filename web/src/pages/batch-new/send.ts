import { ApiError } from '../../api/error';
import { requests } from '../../api/requests';
import type { MappedRow } from '../../lib/upload/map-rows';
import { PACK_LIMITS, packName } from '../../lib/upload/pack-rows';
import type { Reader } from './reader';
import { bodyOf, type Checked, packsOf, type Skipped, skippedOf } from './validate';

export interface Sent {
  readonly rows: number;
  readonly queued: number;
  readonly skipped: readonly Skipped[];
  readonly batchId: string | null;
}

export const NOTHING_SENT: Sent = { rows: 0, queued: 0, skipped: [], batchId: null };

interface SendingPage {
  readonly reader: Reader;
  readonly isMounted: { readonly current: boolean };
}

/**
 * Queues the rows that passed, from where `sent` ends, until the page is left. Idempotency-Keys of packs and upload prevent
 * a second call.
 * @throws ApiError of a request that failed for another reason than its rows
 */
export async function send(
  checked: Checked,
  sent: Sent,
  { reader, isMounted }: SendingPage,
  onProgress: (sent: Sent) => void,
): Promise<void> {
  const packs = packsOf(checked.passed);
  // Packs of the former upload, as far as it is known, so that its names continue.
  const before = checked.former ? Math.max(1, Math.ceil(checked.uploaded / PACK_LIMITS.rows)) : 0;
  let now = sent;
  let begin = 0;
  for (const [at, pack] of packs.entries()) {
    begin += pack.length;
    if (begin <= sent.rows) continue;
    if (!isMounted.current) return;
    const name = packName(checked.options.name, before + at + 1, before + packs.length);
    const body = bodyOf(checked, name, pack);
    const key = await reader.hash(`${checked.uploadKey} ${JSON.stringify(body)}`);
    const { queued, batchId, skipped } = await sendOne(body, key, pack);
    now = {
      rows: begin,
      queued: now.queued + queued,
      skipped: [...now.skipped, ...skipped],
      batchId: now.batchId ?? batchId,
    };
    onProgress(now);
  }
}

async function sendOne(
  body: ReturnType<typeof bodyOf>,
  key: string,
  pack: readonly MappedRow[],
): Promise<Pick<Sent, 'queued' | 'skipped' | 'batchId'>> {
  const skippedIn = (rejected: readonly Parameters<typeof skippedOf>[1][]) =>
    rejected.flatMap((one) => {
      const row = pack[one.index];
      return row ? [skippedOf(row, one)] : [];
    });
  try {
    const { id, rejected } = await requests.queueBatch(body, key);
    return { queued: pack.length - rejected.length, batchId: id, skipped: skippedIn(rejected) };
  } catch (error) {
    // Every row is rejected: the next pack follows.
    if (!(error instanceof ApiError) || error.status !== 400 || !error.details.rejected) throw error;
    return { queued: 0, batchId: null, skipped: skippedIn(error.details.rejected) };
  }
}
