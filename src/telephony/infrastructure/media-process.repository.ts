import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';

/** A media process whose heartbeat, every 5 s, is older is dead. */
export const DEAD_AFTER_MS = 20_000;

/** What a live media process knows of a trunk. */
export interface TrunkStanding {
  readonly trunkId: string;
  /** host:port of its SIP. */
  readonly process: string;
  /** Where cloud carriers reach it; null when they cannot. */
  readonly mediaOrigin: string | null;
  readonly state: 'up' | 'down' | 'unknown' | 'failing';
  readonly reason: string | null;
  readonly since: Date;
}

/** The media processes and their view of the trunks, which they alone write. */
@Injectable()
export class MediaProcessRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Whether any has had a heartbeat after an instant. */
  async isAnyLive(after: Date): Promise<boolean> {
    const row = await this.unitOfWork.row<{ any: boolean }>(
      'SELECT EXISTS (SELECT FROM media_processes WHERE heartbeat_at > $1) AS any',
      [after],
    );
    return row?.any ?? false;
  }

  /** A row for each trunk and live process, the oldest process first; what it has not tried yet is unknown. */
  async standings(trunkIds: readonly string[], after: Date): Promise<TrunkStanding[]> {
    return this.unitOfWork.rows<TrunkStanding>(
      `SELECT t.id AS "trunkId", p.sip_address AS process, p.origin AS "mediaOrigin",
         coalesce(s.state, 'unknown') AS state, s.reason, coalesce(s.since, p.started_at) AS since
       FROM media_processes p CROSS JOIN unnest($1::text[]) AS t (id)
       LEFT JOIN trunk_states s ON s.process_id = p.id AND s.trunk_id = t.id
       WHERE p.heartbeat_at > $2 ORDER BY p.started_at, p.id`,
      [trunkIds, after],
    );
  }
}
