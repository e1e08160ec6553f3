import { Injectable } from '@nestjs/common';
import { isUniqueViolation, UnitOfWork } from '../../platform/database/unit-of-work';
import type { TrunkState } from '../domain/trunk';
import { SLOT_INTERVAL, slotInterval } from './trunk-dispatch.repository';

const COLUMNS = `id, kind, name, name_folded AS "nameFolded", enabled, channels, cps,
  inbound_per_second AS "inboundPerSecond", caller_id AS "callerId", options, secrets,
  inbound_token AS "inboundToken", trial_of AS "trialOf", trial_agent_id AS "trialAgentId", created_at AS "createdAt", updated_at AS "updatedAt"`;

/** The rate that is set: `cps` is still the one before it. */
const NEW_SLOT_INTERVAL = slotInterval('$6::numeric');

/** A new rate counts from the last first leg; what failovers had delayed beyond that is forgotten. */
const NEXT_DIAL_AT = `CASE WHEN next_dial_at IS NULL OR cps = $6 THEN next_dial_at
  ELSE least(next_dial_at - ${SLOT_INTERVAL}, $12) + ${NEW_SLOT_INTERVAL} END`;

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
  async insert(trunk: TrunkState): Promise<boolean> {
    const written = await this.unitOfWork.affected(
      `INSERT INTO trunks (id, kind, name, name_folded, enabled, channels, cps, inbound_per_second, caller_id, options,
         secrets, inbound_token, created_at, updated_at, trial_of)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT DO NOTHING`,
      [trunk.id, trunk.kind, ...changing(trunk), trunk.createdAt, trunk.updatedAt, trunk.trialOf],
    );
    return written === 1;
  }

  /** False when the name, or the user name of phones that register, is in use; the transaction is then lost. */
  async update(trunk: TrunkState): Promise<boolean> {
    try {
      await this.unitOfWork.affected(
        `UPDATE trunks SET name = $2, name_folded = $3, enabled = $4, channels = $5, cps = $6, inbound_per_second = $7,
           caller_id = $8, options = $9, secrets = $10, inbound_token = $11, updated_at = $12,
           next_dial_at = ${NEXT_DIAL_AT} WHERE id = $1`,
        [trunk.id, ...changing(trunk), trunk.updatedAt],
      );
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** Whether phones of another trunk register under the name, ignoring case. */
  async hasRegistrarUser(username: string, exceptId: string): Promise<boolean> {
    const row = await this.unitOfWork.row(
      `SELECT FROM trunks WHERE options->'server' ? 'registers' AND lower(options->>'username') = lower($1) AND id <> $2`,
      [username, exceptId],
    );
    return row !== undefined;
  }

  async delete(id: string): Promise<void> {
    await this.unitOfWork.affected('DELETE FROM trunks WHERE id = $1', [id]);
  }

  async find(ids: readonly string[]): Promise<TrunkState[]> {
    return this.unitOfWork.rows<TrunkState>(`SELECT ${COLUMNS} FROM trunks WHERE id = ANY ($1)`, [ids]);
  }

  async trialOf(accountId: string): Promise<TrunkState | undefined> {
    return this.unitOfWork.row<TrunkState>(`SELECT ${COLUMNS} FROM trunks WHERE trial_of = $1`, [accountId]);
  }

  async setTrialAgent(id: string, agentId: string | null): Promise<void> {
    await this.unitOfWork.affected('UPDATE trunks SET trial_agent_id = $2 WHERE id = $1', [id, agentId]);
  }

  /** Oldest first. */
  async list(): Promise<TrunkState[]> {
    return this.unitOfWork.rows<TrunkState>(`SELECT ${COLUMNS} FROM trunks ORDER BY created_at, id`);
  }

  /** Another text once any trunk is another than before. */
  async revision(): Promise<string> {
    const row = await this.unitOfWork.row<{ revision: string }>(
      `SELECT coalesce(md5(string_agg(t::text, '' ORDER BY id)), '') AS revision FROM (SELECT ${COLUMNS} FROM trunks) AS t`,
    );
    return row?.revision ?? '';
  }

  /** Locked until the transaction ends, so that no account begins to use it. */
  async lock(id: string): Promise<TrunkState | undefined> {
    return this.unitOfWork.row<TrunkState>(`SELECT ${COLUMNS} FROM trunks WHERE id = $1 FOR UPDATE`, [id]);
  }

  /** Locks it until the transaction ends. False when there is none. */
  async keep(id: string): Promise<boolean> {
    const row = await this.unitOfWork.row('SELECT FROM trunks WHERE id = $1 FOR KEY SHARE', [id]);
    return row !== undefined;
  }

  /** Trunks with a secret that the current key did not encrypt, locked. */
  async lockSealedOtherwise(prefix: string, limit: number): Promise<TrunkState[]> {
    return this.unitOfWork.rows<TrunkState>(
      `SELECT ${COLUMNS} FROM trunks
       WHERE EXISTS (SELECT FROM jsonb_each_text(secrets) WHERE NOT starts_with(value, $1))
       ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
      [prefix, limit],
    );
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
}

function changing(trunk: TrunkState): unknown[] {
  const { name, nameFolded, enabled, channels, cps, inboundPerSecond, callerId } = trunk;
  const json = [JSON.stringify(trunk.options), JSON.stringify(trunk.secrets)];
  return [name, nameFolded, enabled, channels, cps, inboundPerSecond, callerId, ...json, trunk.inboundToken];
}
