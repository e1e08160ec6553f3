import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { OwnNumber } from '../domain/caller-id';
import type { LegOutcome } from '../domain/circuit-breaker';
import type { TrunkKind } from '../domain/trunk-kinds';
import type { NewLeg } from './leg-row';

export interface DispatchTrunk {
  readonly id: string;
  readonly kind: TrunkKind;
  readonly name: string;
  readonly enabled: boolean;
  readonly channels: number;
  readonly cps: number;
  readonly callerId: string | null;
  /** The SIP user name; null on other trunks. */
  readonly username: string | null;
  /** When the next first leg may begin; null: at once. */
  readonly nextDialAt: Date | null;
}

export interface AccountTrunk extends DispatchTrunk {
  /** null: never. */
  readonly lastLegAt: Date | null;
}

export interface TrunkNumber extends Omit<OwnNumber, 'calledContactAt'> {
  readonly trunkId: string;
}

export interface Shown {
  readonly phoneNumber: string;
  readonly shownNumber: string;
  readonly at: Date;
}

export interface SlotUse {
  readonly trunkId: string;
  readonly shownNumber: string;
}

const COLUMNS = `t.id, t.kind, t.name, t.enabled, t.channels, t.cps, t.caller_id AS "callerId",
  t.options->>'username' AS username, t.next_dial_at AS "nextDialAt"`;

/** Time between two first legs: 2 % more than the rate requires, for no two INVITEs need equally long to leave. */
export const slotInterval = (rate: string) => `1.02 / ${rate} * interval '1 second'`;
export const SLOT_INTERVAL = slotInterval('cps');

/** The latest first legs of a trunk that the circuit breaker looks at. */
const BREAKER_LEGS = 200;

/** What the dispatch of calls over trunks reads and writes: channels, slots, and numbers to show. */
@Injectable()
export class TrunkDispatchRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Sorted in the account's order. Locked until the transaction ends, in the order of the ids. */
  async lockOfAccount(accountId: string): Promise<AccountTrunk[]> {
    const rows = await this.unitOfWork.rows<AccountTrunk & { position: number }>(
      `SELECT ${COLUMNS}, a.position, a.last_leg_at AS "lastLegAt" FROM account_trunks a JOIN trunks t ON t.id = a.trunk_id
       WHERE a.account_id = $1 ORDER BY t.id FOR NO KEY UPDATE OF t`,
      [accountId],
    );
    return rows.sort((a, b) => a.position - b.position);
  }

  async ofAccount(accountId: string): Promise<DispatchTrunk[]> {
    return this.unitOfWork.rows<DispatchTrunk>(
      `SELECT ${COLUMNS} FROM account_trunks a JOIN trunks t ON t.id = a.trunk_id
       WHERE a.account_id = $1 ORDER BY a.position`,
      [accountId],
    );
  }

  /** Locked; null when it was removed. */
  async lock(trunkId: string): Promise<DispatchTrunk | null> {
    return this.unitOfWork.row<DispatchTrunk>(
      `SELECT ${COLUMNS} FROM trunks t WHERE t.id = $1 FOR NO KEY UPDATE`,
      [trunkId],
    );
  }

  /** Sorted, locked until the transaction ends, without removed ones. */
  async lockAll(trunkIds: readonly string[]): Promise<DispatchTrunk[]> {
    const rows = await this.unitOfWork.rows<DispatchTrunk>(
      `SELECT ${COLUMNS} FROM trunks t WHERE t.id = ANY ($1) ORDER BY t.id FOR NO KEY UPDATE`,
      [trunkIds],
    );
    return rows.sort((a, b) => trunkIds.indexOf(a.id) - trunkIds.indexOf(b.id));
  }

  /** Leaves out trial phones, which dispatched calls do not use. */
  async findEnabled(): Promise<DispatchTrunk[]> {
    return this.unitOfWork.rows<DispatchTrunk>(
      `SELECT ${COLUMNS} FROM trunks t WHERE t.enabled AND t.trial_of IS NULL ORDER BY t.id`,
    );
  }

  /** Slots in use by trunk. It needs its own statement: the snapshot of one that waits for a lock predates the lock. */
  async inUse(trunkIds: readonly string[]): Promise<(id: string) => number> {
    const rows = await this.unitOfWork.rows<{ id: string; inUse: number }>(
      `SELECT trunk_id AS id, count(*)::int AS "inUse" FROM legs
       WHERE ended_at IS NULL AND trunk_id = ANY ($1) GROUP BY trunk_id`,
      [trunkIds],
    );
    const counts = new Map(rows.map(({ id, inUse }) => [id, inUse]));
    return (id) => counts.get(id) ?? 0;
  }

  /** Outcomes by trunk. */
  async outcomes(trunkIds: readonly string[]): Promise<(id: string) => readonly LegOutcome[]> {
    const outcomes = await this.#outcomes('unnest($1::text[]) AS t (id)', [trunkIds]);
    return (id) => outcomes.get(id) ?? [];
  }

  /**
   * The outcomes of enabled trunks with legs. A list of a thousand trunks each second costs more than reading their
   * legs.
   */
  enabledOutcomes(): Promise<ReadonlyMap<string, readonly LegOutcome[]>> {
    return this.#outcomes('(SELECT id FROM trunks WHERE enabled) AS t');
  }

  /** The contact's leg of a human call is its second. */
  async #outcomes(trunks: string, parameters: unknown[] = []): Promise<Map<string, LegOutcome[]>> {
    const rows = await this.unitOfWork.rows<LegOutcome & { id: string }>(
      `SELECT t.id, l.began_at AS "beganAt", coalesce(l.rang_at, l.answered_at, l.ended_at) AS at,
         CASE WHEN coalesce(l.rang_at, l.answered_at) IS NULL THEN l.result ELSE 'taken' END AS result,
         l.no_capacity AS "noCapacity",
         coalesce(substring(l.last_status FROM '^[0-9]{3}'), l.last_status) AS status
       FROM ${trunks} CROSS JOIN LATERAL (
         SELECT * FROM legs WHERE trunk_id = t.id AND try = 1 AND kind IN ('contact', 'counsellor')
           AND NOT (kind = 'contact' AND starts_with(call_id, 'hcall_'))
         ORDER BY began_at DESC LIMIT ${BREAKER_LEGS}) AS l`,
      parameters,
    );
    const byTrunk = new Map<string, LegOutcome[]>();
    for (const { id, ...outcome } of rows) {
      const known = byTrunk.get(id);
      if (known) known.push(outcome);
      else byTrunk.set(id, [outcome]);
    }
    return byTrunk;
  }

  /** `day`: the local day whose uses count. */
  async numbers(accountId: string, trunkIds: readonly string[], day: string): Promise<TrunkNumber[]> {
    return this.unitOfWork.rows<TrunkNumber>(
      `SELECT phone_number AS "phoneNumber", trunk_id AS "trunkId", outbound, is_default AS "isDefault",
         CASE WHEN used_day = $3::date THEN used_in_day ELSE 0 END AS "usedToday"
       FROM account_numbers WHERE account_id = $1 AND trunk_id = ANY ($2)`,
      [accountId, trunkIds, day],
    );
  }

  async shownTo(accountId: string, contacts: readonly string[]): Promise<Shown[]> {
    return this.unitOfWork.rows<Shown>(
      `SELECT phone_number AS "phoneNumber", shown_number AS "shownNumber", max(began_at) AS at FROM legs
       WHERE account_id = $1 AND phone_number = ANY ($2) AND kind = 'contact' GROUP BY phone_number, shown_number`,
      [accountId, contacts],
    );
  }

  async use(accountId: string, uses: readonly SlotUse[], day: string, at: Date): Promise<void> {
    const trunkIds = [...new Set(uses.map(({ trunkId }) => trunkId))];
    await this.unitOfWork.enqueue(
      'UPDATE account_trunks SET last_leg_at = $3 WHERE account_id = $1 AND trunk_id = ANY ($2)',
      [accountId, trunkIds, at],
    );
    await this.unitOfWork.enqueue(
      `UPDATE account_numbers n SET used_day = $3::date,
         used_in_day = u.uses + CASE WHEN used_day = $3::date THEN used_in_day ELSE 0 END
       FROM (SELECT number, count(*)::int AS uses FROM unnest($2::text[]) AS shown (number) GROUP BY number) AS u
       WHERE n.account_id = $1 AND n.phone_number = u.number`,
      [accountId, uses.map(({ shownNumber }) => shownNumber), day],
    );
  }

  /** One more use of a leg's number in `day`, unless uses of a later day were counted. */
  async countUse(
    { accountId, shownNumber }: Pick<NewLeg, 'accountId' | 'shownNumber'>,
    day: string,
  ): Promise<void> {
    await this.unitOfWork.enqueue(
      `UPDATE account_numbers SET used_day = $3::date,
         used_in_day = 1 + CASE WHEN used_day = $3::date THEN used_in_day ELSE 0 END
       WHERE account_id = $1 AND phone_number = $2 AND coalesce(used_day, $3::date) <= $3::date`,
      [accountId, shownNumber, day],
    );
  }

  /** The next first leg of each trunk may begin one interval of its rate after `at`, or after a slot that is later. */
  async occupySlots(trunkIds: readonly string[], at: Date): Promise<void> {
    await this.unitOfWork.enqueue(
      `UPDATE trunks SET next_dial_at = greatest(next_dial_at, $2) + ${SLOT_INTERVAL} WHERE id = ANY ($1)`,
      [trunkIds, at],
    );
  }
}
