import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Metrics } from '../metrics';

@Injectable()
export class PoolMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly dataSource: DataSource,
  ) {}

  onModuleInit(): void {
    const pool = (): Pool => (this.dataSource.driver as unknown as { master: Pool }).master;
    this.metrics.gauge('aics_pool_connections', 'Open connections to PostgreSQL.', () => pool().totalCount);
    this.metrics.gauge('aics_pool_idle', 'Open connections that nobody uses.', () => pool().idleCount);
    this.metrics.gauge('aics_pool_waiting', 'Work that waits for a connection.', () => pool().waitingCount);
  }
}
