// Apart from console.module.ts: controllers would add a third to the start time of commands.
import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts';
import { AgentsModule } from '../agents';
import { CreditsModule } from '../credits';
import { PageFiles } from '../platform/http/page-files';
import { Retention } from '../platform/retention';
import { Sweeps } from '../platform/sweeps';
import type { ProcessRoles } from '../platform/config/process-roles';
import { ConsoleModule } from './console.module';
import { WaitReasonReader } from './application/wait-reason-reader';
import { EndedCallsReader } from './application/ended-calls';
import { Home } from './application/home';
import { Insights } from './application/insights';
import { LocalTimes } from './application/local-times';
import { Preferences } from './application/preferences';
import { HomeController } from './http/home.controller';
import { PreferencesController } from './http/preferences.controller';
import { HomeRepository } from './infrastructure/home.repository';
import { InsightsRepository } from './infrastructure/insights.repository';
import { PreferenceRepository } from './infrastructure/preference.repository';
import { PreferenceSchema, SavedViewSchema } from './infrastructure/preference.schema';
import { AuditLogController } from './http/audit-log.controller';
import { AuditLogGuard } from './http/audit-log.guard';
import { ConsoleFiles } from './http/files';
import { AuditLog } from './application/audit-log';
import { HOUR_MS } from '../platform/kernel/time/durations';

const AUDIT_LOG_DAYS = 400;

export { AuditLogGuard };

@Module({
  imports: [
    TypeOrmModule.forFeature([PreferenceSchema, SavedViewSchema]),
    AccountsModule,
    AgentsModule,
    ConsoleModule,
    CreditsModule,
  ],
  controllers: [AuditLogController, HomeController, PreferencesController],
  providers: [
    AuditLogGuard,
    WaitReasonReader,
    EndedCallsReader,
    Home,
    HomeRepository,
    Insights,
    InsightsRepository,
    LocalTimes,
    PreferenceRepository,
    Preferences,
  ],
  exports: [AuditLogGuard],
})
class ConsoleHttpModule {}

@Module({ providers: [{ provide: PageFiles, useClass: ConsoleFiles }], exports: [PageFiles] })
class PageHttpModule {}

/** Deletes old lines of the audit log, in workers. */
@Module({ imports: [ConsoleModule] })
class ConsoleWorkerModule implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly retention: Retention,
    private readonly log: AuditLog,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(HOUR_MS, 'old lines of the audit log', () =>
      this.retention.after(AUDIT_LOG_DAYS, (before, limit) => this.log.forget(before, limit)),
    );
  }
}

/** Every process has the guard of the audit log, which is bound for the whole service. */
export function consoleModules({ console, worker }: ProcessRoles) {
  return [ConsoleModule, ConsoleHttpModule, console && PageHttpModule, worker && ConsoleWorkerModule];
}
