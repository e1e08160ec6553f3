import { Module, type OnModuleInit } from '@nestjs/common';
import { Retention } from '../platform/retention';
import { Sweeps } from '../platform/sweeps';
import { AuditLog } from './application/audit-log';
import { AuditLogModule } from './audit-log.module';

const INTERVAL_MS = 60 * 60_000;
const AUDIT_LOG_DAYS = 400;

/** Deletes old lines of the audit log, in workers. */
@Module({ imports: [AuditLogModule] })
export class ConsoleWorkerModule implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly retention: Retention,
    private readonly log: AuditLog,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(INTERVAL_MS, 'old lines of the audit log', () =>
      this.retention.after(AUDIT_LOG_DAYS, (before, limit) => this.log.forget(before, limit)),
    );
  }
}
