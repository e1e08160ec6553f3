import type { BatchRow, RejectedRow } from '../../calls';
import { contactOf } from '../../platform/http/fields/contact.request';
import { countryProblems } from '../../platform/http/fields/countries';
import { isIncomplete, TOO_MUCH } from '../../platform/http/body/json-parts';
import { firstCodePoints } from '../../platform/kernel/text';
import { checkFields } from '../../platform/http/fields/validate';
import { TimeSlices } from '../../platform/time-slices';
import { retryPolicyOf } from '../../shared-kernel/retry-policy';
import type { NewBatch } from '../application/batches.service';
import { BATCH_LIMITS } from '../domain/batch';
import { BatchRowRequest, type QueueBatchRequest } from './batch.requests';
import { isObject } from '../../platform/kernel/own';

/** Validates each row on its own: a bad row is left out and reported (R50). Large batches are read in slices. */
export async function newBatchOf(
  body: QueueBatchRequest,
  countries: readonly string[] | null,
  uploadKey: string | null = null,
): Promise<NewBatch> {
  const rows: BatchRow[] = [];
  const invalid: RejectedRow[] = [];
  const slices = new TimeSlices();
  for (const [index, raw] of body.calls.entries()) {
    await slices.next();
    const { row, errors } = readRow(raw, countries);
    if (row) rows.push({ index, sent: sentNumber(raw) ?? row.phoneNumber, call: row });
    else invalid.push({ index, phoneNumber: sentNumber(raw), code: 'invalid_request', errors });
  }
  return {
    agentId: body.agent_id,
    name: body.name ?? null,
    uploadKey,
    test: body.test ?? false,
    scheduledFor: body.scheduled_for,
    retry: body.retry && retryPolicyOf(body.retry),
    sent: body.calls.length,
    rows,
    invalid,
  };
}

function readRow(raw: unknown, countries: readonly string[] | null) {
  if (!isObject(raw)) {
    return { row: null, errors: [{ field: 'body', message: 'must be a JSON object' }] };
  }
  const { value, problems } = checkFields(BatchRowRequest, raw, '', BATCH_LIMITS.rowProblems);
  const errors = [...problems, ...countryProblems(BatchRowRequest, value, countries, problems)].slice(
    0,
    BATCH_LIMITS.rowProblems,
  );
  // What was left out may have been all that was wrong.
  if (errors.length === 0 && isIncomplete(raw)) errors.push({ field: 'body', message: TOO_MUCH });
  if (errors.length > 0) return { row: null, errors };
  const row: BatchRow['call'] = {
    phoneNumber: value.phone_number,
    contact: contactOf(value.contact),
    variables: value.variables ?? {},
    metadata: value.metadata ?? {},
  };
  return { row, errors };
}

function sentNumber(raw: unknown): string | null {
  const number = (raw as { phone_number?: unknown } | null)?.phone_number;
  return typeof number === 'string' ? firstCodePoints(number, BATCH_LIMITS.shownNumber) : null;
}
