import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { type Figures, Metrics } from '../../platform/metrics';
import { DEAD_AFTER_MS } from './media-process.repository';

/**
 * Gauges of channels, legs and media processes. They are database-wide: each process reports the same values, so aggregate
 * with max, not sum.
 */
@Injectable()
export class ChannelMetrics implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onModuleInit(): void {
    const type = 'gauge';
    this.metrics.labelled(
      { type, name: 'aics_trunk_channels', help: 'Channels in use of a trunk.', label: 'trunk' },
      () =>
        this.#count(
          `SELECT t.name AS label, count(l.id)::int AS count
           FROM trunks t LEFT JOIN legs l ON l.trunk_id = t.id AND l.ended_at IS NULL GROUP BY t.id`,
        ),
    );
    this.metrics.labelled(
      { type, name: 'aics_legs', help: 'Phones that ring or are connected, by kind.', label: 'kind' },
      () =>
        this.#count(
          `SELECT k.kind AS label, count(l.id)::int AS count
           FROM unnest(ARRAY['contact', 'counsellor', 'transfer', 'inbound']) AS k (kind)
           LEFT JOIN legs l ON l.kind = k.kind AND l.ended_at IS NULL GROUP BY k.kind`,
        ),
    );
    this.metrics.gauge('aics_media_processes', 'Media processes that live.', async () => {
      const row = await this.unitOfWork.row<{ count: number }>(
        'SELECT count(*)::int AS count FROM media_processes WHERE heartbeat_at > $1',
        [new Date(this.clock.nowMs() - DEAD_AFTER_MS)],
      );
      return row?.count ?? 0;
    });
  }

  async #count(sql: string): Promise<Figures> {
    const rows = await this.unitOfWork.rows<{ label: string; count: number }>(sql);
    return rows.map(({ label, count }) => [label, count] as const);
  }
}
