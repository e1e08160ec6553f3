import type { Json } from '../../domain/fitted';
import { type Caller, envelopeOf, nullForMissingScope, Refusal, segment } from '../../domain/api';
import { type ActionArguments, keyOf, type ToolRow, withContact } from '../tool';
import { isObject } from '../../../platform/kernel/own';

const BATCH_ID = {
  batch_id: { type: 'string', description: 'The id of the batch, batch_….', required: true },
} as const;
const MAX_ROWS = 200;

/** @throws Refusal for more rows than an assistant may queue at once */
function checkRows({ calls }: Json): void {
  if (!Array.isArray(calls) || calls.length <= MAX_ROWS) return;
  const message = `must have at most ${MAX_ROWS} rows here`;
  const errors = [{ field: 'calls', message }];
  throw new Refusal(
    envelopeOf('invalid_request', `calls ${message}: larger batches go by the API.`, { errors }),
  );
}

/** The body of the request, with the contact of each row as the API has it. */
function withContacts({ calls, ...rest }: Json): Json {
  if (!Array.isArray(calls)) return { ...rest, calls };
  return { ...rest, calls: calls.map((row: unknown) => (isFlatRow(row) ? withContact(row) : row)) };
}

/** The API refuses values that are no rows. */
function isFlatRow(row: unknown): row is Json {
  return isObject(row) && !('contact' in row);
}

async function dryRun(caller: Caller, args: Json): Promise<Json> {
  return caller.send({ method: 'POST', path: '/batches', body: { ...withContacts(args), dry_run: true } });
}

async function previewQueue(caller: Caller, args: Json): Promise<Json | null> {
  checkRows(args);
  if (args['test'] === true) return null;
  const dry = await dryRun(caller, args);
  const rejected = dry['rejected'] as readonly Json[];
  if (dry['queueable'] === 0) throw new Refusal(noUsableRow(rejected));
  await refuseWithoutCredits(caller, args, rejected);
  return { action: 'This calls real phones, and costs credits.', ...dry };
}

/** A dry run of a batch is never refused for credits; that of a call of it is. @throws Refusal */
async function refuseWithoutCredits(caller: Caller, args: Json, rejected: readonly Json[]): Promise<void> {
  const { calls } = withContacts(args);
  const unusable = new Set(rejected.map(({ index }) => index));
  const row = (calls as readonly Json[]).find((_, index) => !unusable.has(index));
  const body = { agent_id: args['agent_id'], ...row, dry_run: true };
  await caller.send({ method: 'POST', path: '/calls', body });
}

/** As the API refuses a batch of which no row can be queued. */
function noUsableRow(rejected: readonly Json[]): Json {
  const errors = rejected.flatMap(({ index, errors: problems }) => {
    const row = `calls[${String(index)}]`;
    const found = (problems ?? [{ field: 'phone_number', message: 'cannot be queued' }]) as readonly Json[];
    return found.map(({ field, message }) => ({ field: `${row}.${String(field)}`, message }));
  });
  const message = 'No row of the batch can be queued: see details.rejected.';
  return envelopeOf('invalid_request', message, { errors: errors.slice(0, 100), rejected });
}

/** A key that may not read batches gets a confirmation without name and number. */
async function previewCancel(caller: Caller, { batch_id: id }: Json): Promise<Json> {
  const batch = await caller.get(`/batches/${segment(id)}`).catch(nullForMissingScope);
  const counts = batch?.['counts'] as { readonly queued?: number } | undefined;
  return {
    action: 'This cancels calls that still wait.',
    batch_id: batch ? batch['id'] : id,
    name: batch?.['name'] ?? null,
    would_cancel: batch && (counts?.queued ?? 0),
  };
}

export const BATCH_TOOLS: readonly ToolRow[] = [
  {
    name: 'list_batches',
    title: 'List batches',
    description: 'Lists batches, newest first, with how many of their calls are finished. Free.',
    scopes: ['calls:read'],
    operation: 'listBatches',
    run: (caller, args) => caller.get('/batches', args),
  },
  {
    name: 'get_batch',
    title: 'Read a batch',
    description: 'Reads the progress of a batch: calls by status, contacts reached, open and ended. Free.',
    scopes: ['calls:read'],
    own: BATCH_ID,
    run: (caller, { batch_id: id }) => caller.get(`/batches/${segment(id)}`),
  },
  {
    name: 'preview_batch',
    title: 'Preview a batch',
    description:
      'Says what a batch would do, and queues nothing: rows that would be refused or wait, estimated credits and end. Free.',
    scopes: ['calls:write'],
    operation: 'queueBatch',
    without: ['dry_run'],
    run: dryRun,
  },
  {
    name: 'queue_batch',
    title: 'Queue a batch',
    description:
      `Queues up to ${MAX_ROWS} AI calls. With test true they run on the simulator and are free; else they ring real phones, cost ` +
      'credits, and need a confirmation.',
    scopes: ['calls:write'],
    operation: 'queueBatch',
    without: ['dry_run'],
    maxItems: { calls: MAX_ROWS },
    acts: { isOpenWorld: true, preview: previewQueue },
    run: (caller, args: ActionArguments) => {
      checkRows(args);
      return caller.send({ method: 'POST', path: '/batches', body: withContacts(args), ...keyOf(args) });
    },
  },
  {
    name: 'cancel_batch',
    title: 'Cancel a batch',
    description: 'Cancels all calls of a batch that still wait. Free; needs a confirmation.',
    scopes: ['calls:write'],
    own: BATCH_ID,
    acts: { isDestructive: true, isIdempotent: true, preview: previewCancel },
    run: (caller, { batch_id: id }) =>
      caller.send({ method: 'POST', path: `/batches/${segment(id)}/cancel` }),
  },
];
