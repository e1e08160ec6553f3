import { problemSentence } from '../../messages/en/problems';
import { nowMs } from '../../api/clock';
import { requests } from '../../api/requests';
import type { BatchPreview, BatchRow, Estimate, RejectedRow } from '../../api/types';
import type { LeftOut, MappedRow, UploadRow } from '../../lib/upload/map-rows';
import { packName, packRows } from '../../lib/upload/pack-rows';
import { ACCOUNT_DEFAULT, type RetryChoice, retryOf } from '../../lib/retry';
import type { Reader } from './reader';

export interface Options extends RetryChoice {
  readonly agentId: string;
  readonly name: string;
  readonly test: boolean;
  readonly local: string;
}

export const NEW_OPTIONS: Options = { agentId: '', name: '', test: false, local: '', ...ACCOUNT_DEFAULT };

export interface Prepared {
  readonly rows: readonly MappedRow[];
  readonly leftOut: readonly LeftOut[];
  readonly total: number;
}

export interface Skipped {
  readonly at: number;
  readonly why: LeftOut['why'] | RejectedRow['code'];
  readonly problems?: string;
}

export interface Checked {
  readonly options: Options;
  readonly scheduledFor: string | null;
  readonly uploadKey: string;
  /** The same upload, of the last 24 hours; null when there is none. */
  readonly former: BatchRow | null;
  readonly total: number;
  readonly passed: readonly MappedRow[];
  readonly uploaded: number;
  readonly skipped: readonly Skipped[];
  readonly estimate: Estimate;
  readonly held: Estimate['held'];
}

const UPLOAD_LIFETIME_MS = 24 * 3_600_000;
/** The estimate lacks holds of a number: they are summed from the dry runs. */
const OF_NUMBERS = ['recall_gap', 'daily_number_limit'];
/** The longest count of a name, so that a name that is too long is reported now. */
const MAX_PACKS = 99;

export function bodyOf(
  { options, scheduledFor, uploadKey }: Pick<Checked, 'options' | 'scheduledFor' | 'uploadKey'>,
  name: string,
  rows: readonly MappedRow[],
) {
  const retry = retryOf(options);
  return {
    agent_id: options.agentId,
    ...(retry && { retry }),
    ...(name !== '' && { name }),
    ...(options.test && { test: true }),
    ...(scheduledFor !== null && { scheduled_for: scheduledFor }),
    upload_key: uploadKey,
    calls: rows.map(({ body }) => body),
  };
}

export const packsOf = (rows: readonly MappedRow[]): MappedRow[][] =>
  packRows(rows, ({ body }): UploadRow => body);

/** A dry run. `isAnother`: a new upload, though the same was made before. @throws ApiError of the first failure */
export async function validate(
  accountId: string,
  prepared: Prepared,
  options: Options,
  reader: Reader,
  { isAnother, onProgress }: { isAnother: boolean; onProgress: (done: number) => void },
): Promise<Checked> {
  const scheduledFor = options.local === '' ? null : (await requests.instant(options.local)).at;
  const { uploadKey, former } = await keyOf(accountId, prepared, options, reader, isAnother);
  const request = { options, scheduledFor, uploadKey };
  const packs = packsOf(prepared.rows);
  const passed: MappedRow[] = [];
  const skipped: Skipped[] = [...prepared.leftOut];
  const held = new Map<string, Estimate['held'][number]>();
  let uploaded = 0;
  let done = 0;
  for (const pack of packs) {
    const name = packName(options.name, MAX_PACKS, packs.length > 1 ? MAX_PACKS : 1);
    const preview = await requests.previewBatch(bodyOf(request, name, pack));
    const rejected = new Map(preview.rejected.map((row) => [row.index, row]));
    for (const [index, row] of pack.entries()) {
      const why = rejected.get(index);
      if (!why) passed.push(row);
      else if (former && why.code === 'duplicate_in_batch') uploaded += 1;
      else skipped.push(skippedOf(row, why));
    }
    addHolds(held, preview.held);
    done += pack.length;
    onProgress(done);
  }
  const retry = retryOf(options);
  const estimate = await requests.estimate({
    agent_id: options.agentId,
    calls: passed.length,
    test: options.test,
    ...(scheduledFor !== null && { scheduled_for: scheduledFor }),
    ...(retry && { retry: JSON.stringify(retry) }),
  });
  return {
    ...request,
    former,
    total: prepared.total,
    passed,
    uploaded,
    skipped: skipped.sort((a, b) => a.at - b.at),
    estimate,
    held: [...estimate.held, ...held.values()],
  };
}

export function skippedOf({ at }: MappedRow, { code, errors }: RejectedRow): Skipped {
  const problems = errors?.map(({ field, message }) => problemSentence(field, message)).join(' ');
  return { at, why: code, ...(problems !== undefined && { problems }) };
}

function addHolds(sums: Map<string, Estimate['held'][number]>, held: BatchPreview['held']): void {
  for (const one of held) {
    if (!OF_NUMBERS.includes(one.reason)) continue;
    const sum = sums.get(one.reason);
    const until = [sum?.until, one.until].filter((time) => time != null).sort()[0] ?? null;
    sums.set(one.reason, { ...one, until, count: one.count + (sum?.count ?? 0) });
  }
}

/** With the same upload, if there was one. The key of another upload of the same rows derives from the former key. */
async function keyOf(
  accountId: string,
  { rows }: Prepared,
  options: Options,
  reader: Reader,
  isAnother: boolean,
): Promise<{ uploadKey: string; former: BatchRow | null }> {
  const content = await reader.hash(JSON.stringify(rows.map(({ body }) => body)));
  const { agentId, name, test, local } = options;
  const retry = retryOf(options);
  const parts = [accountId, agentId, name, test, local, content, ...(retry ? [retry] : [])];
  let uploadKey = await reader.hash(JSON.stringify(parts));
  for (;;) {
    const { data } = await requests.uploads(uploadKey);
    const found = data.find(({ created_at }) => nowMs() - Date.parse(created_at) < UPLOAD_LIFETIME_MS);
    if (!found) return { uploadKey, former: null };
    const next = await reader.hash(`${uploadKey} ${found.id}`);
    const { data: later } = await requests.uploads(next);
    if (later.length === 0 && !isAnother) return { uploadKey, former: found };
    uploadKey = next;
  }
}
