import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { TrunkState } from '../domain/trunk';
import { TrunkSchema } from './trunk.schema';
import { SLOT_INTERVAL, slotInterval } from './trunk-dispatch.repository';

/** A new rate counts from the last first leg; what failovers had delayed beyond that is forgotten. `cps` is the rate before. */
const NEXT_DIAL_AT = `CASE WHEN next_dial_at IS NULL OR cps = :rate THEN next_dial_at
  ELSE least(next_dial_at - ${SLOT_INTERVAL}, :now) + ${slotInterval('CAST(:rate AS numeric)')} END`;

export interface TrunkUse {
  /** Account ids, oldest first. */
  readonly accounts: readonly string[];
  /** E.164, lowest first. */
  readonly numbers: readonly string[];
  readonly channelsInUse: number;
  /** Ended legs that the carrier must still hang up. */
  readonly hangUpsOwed: number;
}

const UNUSED: TrunkUse = { accounts: [], numbers: [], channelsInUse: 0, hangUpsOwed: 0 };

@Injectable()
export class TrunkRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** False when the name, or the user name of phones that register, is in use. */
  insert(trunk: TrunkState): Promise<boolean> {
    return this.unitOfWork.insertIfUnique(TrunkSchema, trunk);
  }

  /** False when the name, or the user name of phones that register, is in use. */
  update(trunk: TrunkState): Promise<boolean> {
    const { id, name, nameFolded, enabled, channels, cps, inboundPerSecond, callerId } = trunk;
    const { options, secrets, inboundToken, updatedAt } = trunk;
    const changed = { name, nameFolded, enabled, channels, cps, inboundPerSecond, callerId };
    return this.unitOfWork.updateIfUnique(() =>
      this.unitOfWork.write(TrunkSchema, (trunks) =>
        trunks
          .createQueryBuilder()
          .update()
          .set({ ...changed, options, secrets, inboundToken, updatedAt, nextDialAt: () => NEXT_DIAL_AT })
          .where({ id })
          .setParameters({ rate: cps, now: updatedAt })
          .execute(),
      ),
    );
  }

  /** Whether phones of another trunk register under the name, ignoring case. */
  hasRegistrarUser(username: string, exceptId: string): Promise<boolean> {
    return this.unitOfWork.exists(
      `SELECT FROM trunks WHERE options->'server' ? 'registers' AND lower(options->>'username') = lower($1) AND id <> $2`,
      [username, exceptId],
    );
  }

  async delete(id: string): Promise<void> {
    await this.unitOfWork.delete(TrunkSchema, { id });
  }

  find(ids: readonly string[]): Promise<TrunkState[]> {
    return this.#trunks.findBy({ id: In([...ids]) });
  }

  trialOf(accountId: string): Promise<TrunkState | null> {
    return this.#trunks.findOneBy({ trialOf: accountId });
  }

  async setTrialAgent(id: string, agentId: string | null): Promise<void> {
    await this.unitOfWork.update(TrunkSchema, { id }, { trialAgentId: agentId });
  }

  /** Oldest first. */
  list(): Promise<TrunkState[]> {
    return this.#trunks.find({ order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** A text that differs once any trunk has changed. */
  async revision(): Promise<string> {
    const row = await this.unitOfWork.row<{ revision: string }>(
      `SELECT coalesce(md5(string_agg(t::text, '' ORDER BY id)), '') AS revision
       FROM (SELECT to_jsonb(trunks) - 'next_dial_at' - 'registrar' - 'registrar_until' AS t, id FROM trunks) AS trunk`,
    );
    return row?.revision ?? '';
  }

  /** Locked until the transaction ends, so that no account begins to use it. */
  lock(id: string): Promise<TrunkState | null> {
    return this.#trunks.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Locks it until the transaction ends. False when there is none. */
  keep(id: string): Promise<boolean> {
    return this.unitOfWork.exists('SELECT FROM trunks WHERE id = $1 FOR KEY SHARE', [id]);
  }

  /** Trunks with a secret that the current key did not encrypt, locked. */
  lockSealedOtherwise(prefix: string, limit: number): Promise<TrunkState[]> {
    return this.#trunks
      .createQueryBuilder('trunk')
      .where('EXISTS (SELECT FROM jsonb_each_text(trunk.secrets) WHERE NOT starts_with(value, :prefix))', {
        prefix,
      })
      .orderBy('trunk.id')
      .limit(limit)
      .setLock('for_no_key_update')
      .getMany();
  }

  async uses(ids: readonly string[]): Promise<(id: string) => TrunkUse> {
    const rows = await this.unitOfWork.rows<TrunkUse & { id: string }>(
      `SELECT id,
         ARRAY(SELECT a.account_id FROM account_trunks a WHERE a.trunk_id = t.id ORDER BY a.account_id) AS accounts,
         ARRAY(SELECT n.phone_number FROM account_numbers n WHERE n.trunk_id = t.id ORDER BY n.phone_number) AS numbers,
         (SELECT count(*)::int FROM legs l WHERE l.trunk_id = t.id AND l.ended_at IS NULL) AS "channelsInUse",
         (SELECT count(*)::int FROM legs l WHERE l.trunk_id = t.id AND l.hang_up_owed) AS "hangUpsOwed"
       FROM unnest($1::text[]) AS t (id)`,
      [ids],
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return (id) => byId.get(id) ?? UNUSED;
  }

  get #trunks() {
    return this.unitOfWork.repository(TrunkSchema);
  }
}
