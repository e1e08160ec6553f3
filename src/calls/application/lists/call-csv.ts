import type { CsvCell } from '../../../platform/kernel/csv';
import { own } from '../../../platform/kernel/own';
import type { CallState } from '../../domain/call-state';
import type { OutcomeReading } from '../../domain/outcome';

interface ExportedCall {
  readonly call: CallState;
  readonly reading: OutcomeReading | undefined;
  readonly credits: number;
}

/** Names of a client's own columns; null where there are too many, which then share one column as JSON. */
export interface OwnColumns {
  readonly variables: readonly string[] | null;
  readonly metadata: readonly string[] | null;
  readonly answers: readonly string[] | null;
  /** The column of attempts, once the account has chains. */
  readonly hasAttempts: boolean;
}

export interface Column {
  readonly head: string;
  readonly cell: (exported: ExportedCall) => CsvCell;
}

/** The columns of exported calls; `local` writes an instant in the account's zone. */
export function columnsOf(own: OwnColumns, timeZone: string, local: (instant: Date) => string): Column[] {
  return [
    { head: 'phone_number', cell: ({ call }) => call.phoneNumber },
    { head: 'name', cell: ({ call }) => call.contactName },
    { head: 'email', cell: ({ call }) => call.contactEmail },
    { head: 'external_id', cell: ({ call }) => call.externalId },
    ...ownColumns('variables', 'variable', own.variables, ({ call }) => call.variables),
    ...ownColumns('metadata', 'metadata', own.metadata, ({ call }) => call.metadata),
    ...ownColumns('answers', 'answer', own.answers, ({ reading }) => reading?.answers),
    { head: 'call_id', cell: ({ call }) => call.id },
    { head: 'status', cell: ({ call }) => call.status },
    { head: 'status_reason', cell: ({ call }) => call.statusReason },
    { head: 'disposition', cell: ({ call }) => call.disposition },
    { head: 'lead_rating', cell: ({ reading }) => reading?.leadRating ?? null },
    { head: 'summary', cell: ({ reading }) => reading?.summary ?? null },
    { head: 'callback_time', cell: ({ reading }) => reading?.callbackTimeText ?? null },
    { head: 'follow_up', cell: ({ reading }) => reading?.followUp ?? null },
    { head: 'duration_seconds', cell: ({ call }) => call.durationSeconds },
    { head: 'credits', cell: ({ credits }) => credits },
    { head: `created_at (${timeZone})`, cell: ({ call }) => local(call.createdAt) },
    { head: `ended_at (${timeZone})`, cell: ({ call }) => call.endedAt && local(call.endedAt) },
    ...(own.hasAttempts
      ? [{ head: 'attempt', cell: ({ call }: ExportedCall) => call.chainAttempt ?? 1 }]
      : []),
  ];
}

type Values = Readonly<Record<string, unknown>>;

function ownColumns(
  all: string,
  each: string,
  names: readonly string[] | null,
  valuesOf: (exported: ExportedCall) => Values | undefined,
): Column[] {
  if (names === null) {
    return [
      {
        head: all,
        cell: (exported) => {
          const values = valuesOf(exported);
          return values === undefined ? null : { json: values };
        },
      },
    ];
  }
  return names.map((name) => ({
    head: `${each}.${name}`,
    cell: (exported) => cellOf(own<unknown>(valuesOf(exported) ?? {}, name)),
  }));
}

function cellOf(value: unknown): CsvCell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return { json: value };
}
