import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { RegisteredPhones } from '../domain/trunk-health-status';
import type { EngineLimits } from '../domain/speech-stream-allocator';

/** A media process whose heartbeat, every 5 s, is older is dead. */
export const DEAD_AFTER_MS = 20_000;

export interface TrunkStanding {
  readonly trunkId: string;
  /** host:port of its SIP. */
  readonly process: string;
  /** Where cloud carriers reach it; null when they cannot. */
  readonly mediaOrigin: string | null;
  readonly state: 'up' | 'down' | 'unknown' | 'failing';
  readonly reason: string | null;
  readonly since: Date;
  /** null: phones do not register with the trunk. */
  readonly phones: RegisteredPhones | null;
}

export interface MediaProcessRow {
  readonly id: string;
  readonly startedAt: Date;
  readonly heartbeatAt: Date;
  readonly sipAddress: string;
  readonly origin: string | null;
  readonly languages: readonly string[];
  readonly ttsEngines: readonly string[];
  /** The same by engine, recognizers in the order of preference. */
  readonly engines: readonly EngineLimits[];
  /** The process accepts no more calls. */
  readonly isFull: boolean;
  /** Where other processes reach its live audio; null: it hosts none. */
  readonly liveOrigin: string | null;
  readonly maxCalls: number;
  /** Real calls that run. */
  readonly calls: number;
}

export interface LiveHostRow {
  readonly id: string;
  readonly liveOrigin: string;
  readonly maxCalls: number;
  readonly calls: number;
  readonly engines: readonly EngineLimits[];
}

export interface KnownTrunk {
  readonly trunkId: string;
  readonly state: TrunkStanding['state'];
  readonly reason: string | null;
  readonly phones: RegisteredPhones | null;
}

/** The media processes and their view of the trunks, which they alone write. */
@Injectable()
export class MediaProcessRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Whether any process with a heartbeat after an instant lives, and whether one has capacity. */
  async room(after: Date): Promise<{ readonly isAnyLive: boolean; readonly hasRoom: boolean }> {
    const row = await this.unitOfWork.row<{ live: number; full: number }>(
      `SELECT count(*)::int AS live, count(*) FILTER (WHERE is_full)::int AS full
       FROM media_processes WHERE heartbeat_at > $1`,
      [after],
    );
    const { live = 0, full = 0 } = row ?? {};
    return { isAnyLive: live > 0, hasRoom: full < live };
  }

  /** A row for each trunk and live process, the oldest process first; untried trunks are unknown. */
  async standings(trunkIds: readonly string[], after: Date): Promise<TrunkStanding[]> {
    return this.unitOfWork.rows<TrunkStanding>(
      `SELECT t.id AS "trunkId", p.sip_address AS process, p.origin AS "mediaOrigin",
         coalesce(s.state, 'unknown') AS state, s.reason, coalesce(s.since, p.started_at) AS since,
         s.phones
       FROM media_processes p CROSS JOIN unnest($1::text[]) AS t (id)
       LEFT JOIN trunk_states s ON s.process_id = p.id AND s.trunk_id = t.id
       WHERE p.heartbeat_at > $2 ORDER BY p.started_at, p.id`,
      [trunkIds, after],
    );
  }

  /** The states in live processes. Trunks that no process has tried are missing. */
  async standingsOfAccount(accountId: string, after: Date): Promise<TrunkStanding[]> {
    return this.unitOfWork.rows<TrunkStanding>(
      `SELECT s.trunk_id AS "trunkId", p.sip_address AS process, p.origin AS "mediaOrigin", s.state, s.reason, s.since,
         s.phones
       FROM account_trunks a JOIN trunk_states s ON s.trunk_id = a.trunk_id
       JOIN media_processes p ON p.id = s.process_id
       WHERE a.account_id = $1 AND p.heartbeat_at > $2`,
      [accountId, after],
    );
  }

  /** The languages and voice engines of processes with a heartbeat after an instant. */
  async abilities(after: Date): Promise<Pick<MediaProcessRow, 'languages' | 'ttsEngines'>[]> {
    return this.unitOfWork.rows(
      'SELECT languages, tts_engines AS "ttsEngines" FROM media_processes WHERE heartbeat_at > $1',
      [after],
    );
  }

  /** The engine limits of processes with a heartbeat after an instant, the oldest process first. */
  async engines(after: Date): Promise<(readonly EngineLimits[])[]> {
    const rows = await this.unitOfWork.rows<{ engines: readonly EngineLimits[] }>(
      `SELECT speech_engines AS engines FROM media_processes
       WHERE heartbeat_at > $1 AND speech_engines IS NOT NULL ORDER BY started_at, id`,
      [after],
    );
    return rows.map(({ engines }) => engines);
  }

  /** Processes with a heartbeat after an instant that host live audio, the oldest process first. */
  async liveHosts(after: Date): Promise<LiveHostRow[]> {
    return this.unitOfWork.rows<LiveHostRow>(
      `SELECT id, live_origin AS "liveOrigin", max_calls AS "maxCalls", calls, speech_engines AS engines
       FROM media_processes WHERE heartbeat_at > $1 AND live_origin IS NOT NULL ORDER BY started_at, id`,
      [after],
    );
  }

  /** null: it is not live, or hosts no live audio. */
  async liveOrigin(id: string, after: Date): Promise<string | null> {
    const row = await this.unitOfWork.row<{ liveOrigin: string | null }>(
      'SELECT live_origin AS "liveOrigin" FROM media_processes WHERE id = $1 AND heartbeat_at > $2',
      [id, after],
    );
    return row?.liveOrigin ?? null;
  }

  /** Other processes choose it for live audio no more. */
  async stopLive(id: string): Promise<void> {
    await this.unitOfWork.affected('UPDATE media_processes SET live_origin = NULL WHERE id = $1', [id]);
  }

  /** Live processes beside this one. */
  async others(id: string, after: Date): Promise<number> {
    const row = await this.unitOfWork.row<{ others: number }>(
      'SELECT count(*)::int AS others FROM media_processes WHERE id <> $1 AND heartbeat_at > $2',
      [id, after],
    );
    return row?.others ?? 0;
  }

  isLive(id: string, after: Date): Promise<boolean> {
    return this.unitOfWork.exists('SELECT FROM media_processes WHERE id = $1 AND heartbeat_at > $2', [
      id,
      after,
    ]);
  }

  /** Stores the heartbeat, and deletes processes whose last one was before `deadBefore`. */
  async heartbeat(process: MediaProcessRow, deadBefore: Date): Promise<void> {
    const { id, startedAt, heartbeatAt, sipAddress, origin, languages, ttsEngines, engines, isFull } =
      process;
    await this.unitOfWork.affected(
      `INSERT INTO media_processes (id, started_at, heartbeat_at, sip_address, origin, languages, tts_engines, is_full,
         speech_engines, live_origin, max_calls, calls)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       ON CONFLICT (id) DO UPDATE SET heartbeat_at = $3, sip_address = $4, origin = $5, languages = $6, tts_engines = $7,
         is_full = $8, speech_engines = $9, live_origin = $10, max_calls = $11, calls = $12`,
      [
        id,
        startedAt,
        heartbeatAt,
        sipAddress,
        origin,
        JSON.stringify(languages),
        JSON.stringify(ttsEngines),
        isFull,
        JSON.stringify(engines),
        process.liveOrigin,
        process.maxCalls,
        process.calls,
      ],
    );
    await this.unitOfWork.affected('DELETE FROM media_processes WHERE heartbeat_at < $1', [deadBefore]);
  }

  async deregister(id: string): Promise<void> {
    await this.release(id);
    await this.unitOfWork.affected('DELETE FROM media_processes WHERE id = $1', [id]);
  }

  /** Deletes all processes, and ends their registrations. */
  async deregisterAll(): Promise<void> {
    await this.unitOfWork.affected(
      'UPDATE trunks SET registrar = NULL, registrar_until = NULL WHERE registrar IS NOT NULL',
      [],
    );
    await this.unitOfWork.affected('DELETE FROM media_processes', []);
  }

  /** Stores what a process knows of its trunks, of which some `changed`; `since` stays while the state does. */
  async storeTrunkHealth(
    processId: string,
    { changed, removed }: { readonly changed: readonly KnownTrunk[]; readonly removed: readonly string[] },
    at: Date,
  ): Promise<void> {
    await this.unitOfWork.affected(
      `INSERT INTO trunk_states (process_id, trunk_id, state, reason, phones, since)
       SELECT $1, k."trunkId", k.state, k.reason, k.phones, $3
       FROM json_to_recordset($2::json) AS k ("trunkId" text, state text, reason text, phones jsonb)
       JOIN trunks t ON t.id = k."trunkId"
       ON CONFLICT (process_id, trunk_id) DO UPDATE SET state = excluded.state, reason = excluded.reason,
         phones = excluded.phones, since = CASE WHEN trunk_states.state = excluded.state THEN trunk_states.since ELSE excluded.since END`,
      [processId, JSON.stringify(changed), at],
    );
    if (removed.length === 0) return;
    await this.unitOfWork.affected('DELETE FROM trunk_states WHERE process_id = $1 AND trunk_id = ANY ($2)', [
      processId,
      removed,
    ]);
  }

  /** Claims or renews the registrations of all trunks that no other process has; returns the ids of its own. */
  async register(id: string, now: Date, until: Date): Promise<string[]> {
    const rows = await this.unitOfWork.rows<{ id: string }>(
      `UPDATE trunks SET registrar = $1, registrar_until = $3
       WHERE id IN (SELECT id FROM trunks
         WHERE enabled AND options->'register' = 'true' AND (registrar IS NULL OR registrar = $1 OR registrar_until < $2)
         ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
       RETURNING id`,
      [id, now, until],
    );
    return rows.map((row) => row.id);
  }

  /** Other processes may claim them. */
  async release(id: string): Promise<void> {
    await this.unitOfWork.affected(
      'UPDATE trunks SET registrar = NULL, registrar_until = NULL WHERE registrar = $1',
      [id],
    );
  }

  /** Trunks that another process registers and finds down, with its reason. */
  async findUnregistered(id: string): Promise<Map<string, string | null>> {
    const rows = await this.unitOfWork.rows<{ id: string; reason: string | null }>(
      `SELECT t.id, s.reason FROM trunks t JOIN trunk_states s ON s.process_id = t.registrar AND s.trunk_id = t.id
       WHERE t.registrar <> $1 AND s.state = 'down'`,
      [id],
    );
    return new Map(rows.map((row) => [row.id, row.reason]));
  }
}
