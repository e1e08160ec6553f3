import { Injectable } from '@nestjs/common';
import type { CallDirection } from '../../shared-kernel/call-parties';
import type { StoredRow } from '../../platform/database/row-map';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { CallDates, CallSearch } from '../domain/call-search';
import type { CallState } from '../domain/call-state';
import { rows } from './call-rows';

/** Filters of the console's list of calls; all that are given must match. */
export interface CallRowFilter {
  readonly statuses?: readonly string[] | undefined;
  readonly agentId?: string | undefined;
  readonly batchIds?: readonly string[] | undefined;
  readonly disposition?: string | undefined;
  readonly test?: boolean | undefined;
  readonly direction?: CallDirection | undefined;
  readonly firstCallId?: string | undefined;
  /** true: without a next attempt. */
  readonly isLatestAttempt?: boolean | undefined;
  /** The instant that `since` and `before` bound, and that orders the list; created by default. */
  readonly dates?: CallDates | undefined;
  readonly since?: Date | undefined;
  readonly before?: Date | undefined;
  /** A call that is found by its id, its record, or one of these numbers. */
  readonly search?: CallSearch | undefined;
}

const TIMES: Readonly<Record<CallDates, string>> = { created: 'created_at', ended: 'ended_at' };
/** Waiting calls stand in no index of the others. */
const WAITING = "t.status = 'queued'";
const INBOUND = "t.direction = 'inbound'";
const OUTBOUND = "t.direction IS DISTINCT FROM 'inbound'";
const NOT_WAITING = "t.status <> 'queued'";
/** The index of ends has no test calls. */
const TESTS = [['NOT t.test'], ['t.test', NOT_WAITING]];

/** An upload of long rows has hundreds of batches, and few calls in each. */
const MAX_BRANCHES = 20;

/** Scans one index for each combination of filter values and ends with the page, so every page costs the same. */
@Injectable()
export class CallRowRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async list(
    accountId: string,
    filter: CallRowFilter,
    limit: number,
    after: string | undefined,
  ): Promise<CallState[]> {
    const parameters: unknown[] = [];
    const parameter = (value: unknown): string => `$${parameters.push(value)}`;
    const common = [`t.account_id = ${parameter(accountId)}`, ...conditionsOf(filter, parameter)];
    const time = TIMES[filter.dates ?? 'created'];
    if (after !== undefined) {
      const id = parameter(after);
      const at = `(SELECT l.${time} FROM calls AS l WHERE l.account_id = $1 AND l.id = ${id})`;
      common.push(`(t.${time}, t.id) < (${at}, ${id})`);
    }
    const order = `ORDER BY t.${time} DESC, t.id DESC`;
    const most = parameter(limit);
    const branches = branchesOf(filter, parameter).map(
      (conditions) =>
        `(SELECT t.id, t.${time} FROM calls AS t WHERE ${[...common, ...conditions].join(' AND ')} ${order} LIMIT ${most})`,
    );
    const found = await this.unitOfWork.rowsPlannedAnew<StoredRow>(
      `SELECT ${rows.select('t')} FROM calls AS t WHERE t.id IN (SELECT found.id FROM (${branches.join(' UNION ')}) AS found
         ORDER BY found.${time} DESC, found.id DESC LIMIT ${most}) ${order}`,
      parameters,
    );
    return found.map((row) => rows.state(row));
  }

  /** Fills the labels of calls from before the column, at most `limit`; returns how many. */
  async fillDispositions(limit: number): Promise<number> {
    return this.unitOfWork.affected(
      `UPDATE calls AS c SET disposition = coalesce(t.reading ->> 'disposition', 'Incomplete')
       FROM (SELECT id FROM calls WHERE disposition IS NULL AND finished_at IS NOT NULL AND status = 'completed'
             LIMIT $1 FOR UPDATE SKIP LOCKED) AS old
         LEFT JOIN call_talks t ON t.call_id = old.id
       WHERE c.id = old.id`,
      [limit],
    );
  }
}

type Parameter = (value: unknown) => string;

function conditionsOf(filter: CallRowFilter, parameter: Parameter): string[] {
  const { agentId, disposition, test, direction, dates = 'created', since, before } = filter;
  const { firstCallId, isLatestAttempt } = filter;
  return [
    ...(firstCallId === undefined ? [] : [`t.first_call_id = ${parameter(firstCallId)}`]),
    ...(isLatestAttempt === true ? ['t.next_call_id IS NULL'] : []),
    ...(agentId === undefined ? [] : [`t.agent_id = ${parameter(agentId)}`]),
    // Written as the index of tests has it.
    ...(test === undefined ? [] : [test ? 't.test' : 'NOT t.test']),
    // Written as its index has it, too; calls of older processes have none.
    ...(direction === undefined ? [] : [direction === 'inbound' ? INBOUND : OUTBOUND]),
    ...(disposition === undefined
      ? []
      : [`t.disposition = ${parameter(disposition)} AND t.disposition IS NOT NULL`]),
    ...(dates === 'created' ? [] : ['t.ended_at IS NOT NULL']),
    ...(since === undefined ? [] : [`t.${TIMES[dates]} >= ${parameter(since)}`]),
    ...(before === undefined ? [] : [`t.${TIMES[dates]} < ${parameter(before)}`]),
  ];
}

function branchesOf(
  { statuses, batchIds, search, test, dates }: CallRowFilter,
  parameter: Parameter,
): readonly (readonly string[])[] {
  const byStatus =
    statuses?.map((status) =>
      status === 'queued' ? [WAITING] : [`t.status = ${parameter(status)}`, NOT_WAITING],
    ) ?? (test ? [[NOT_WAITING], [WAITING]] : []);
  const byBatch =
    (batchIds?.length ?? 0) > MAX_BRANCHES
      ? [[`t.batch_id = ANY (${parameter(batchIds)})`]]
      : (batchIds ?? []).map((id) => [`t.batch_id = ${parameter(id)}`]);
  const byTest = dates === 'ended' && test === undefined ? TESTS : [];
  return combine(combine(combine(byStatus, byBatch), byTest), search ? searches(search, parameter) : []);
}

function searches({ text, numbers }: CallSearch, parameter: Parameter): readonly (readonly string[])[] {
  const sent = parameter(text);
  return [
    [`t.id = ${sent}`],
    [`t.external_id = ${sent}`],
    ...numbers.map((number) => [`t.phone_number = ${parameter(number)}`]),
  ];
}

/** Every pair's conditions together; one empty side leaves the other. */
function combine(
  some: readonly (readonly string[])[],
  others: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  if (some.length === 0 && others.length === 0) return [[]];
  if (some.length === 0 || others.length === 0) return some.length === 0 ? others : some;
  return some.flatMap((one) => others.map((other) => [...one, ...other]));
}
