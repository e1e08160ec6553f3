import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { Metrics } from '../metrics';

@Injectable()
export class OutboxMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onModuleInit(): void {
    const helps = {
      aics_outbox_pending: 'Domain events that are not carried on yet.',
      aics_outbox_oldest_seconds: 'Age of the oldest of them.',
    };
    this.metrics.gauges(helps, async () => {
      const row = await this.unitOfWork.row<{ pending: number; age: number }>(
        `SELECT count(*)::int AS pending, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float AS age FROM outbox`,
      );
      return {
        aics_outbox_pending: row?.pending ?? 0,
        aics_outbox_oldest_seconds: Math.max(0, row?.age ?? 0),
      };
    });
  }
}
