import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule } from '@nestjs/core';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { accountsModules } from './accounts/accounts-process.module';
import { agentsModules } from './agents/agents-process.module';
import { authModules, KeyGuard, ScopeGuard } from './auth/auth-process.module';
import { batchesModules } from './batches/batches-process.module';
import { callsModules } from './calls/calls-process.module';
import { carriersModules } from './carriers';
import { AuditLogGuard, consoleModules } from './console/console-process.module';
import { counsellorsModules } from './counsellors/counsellors-process.module';
import { creditsModules } from './credits/credits-process.module';
import { humanCallsModules } from './human-calls/human-calls-process.module';
import { liveModules } from './live/live-process.module';
import { mcpModules } from './mcp';
import type { Config } from './platform/config/config';
import type { ProcessRoles } from './platform/config/process-roles';
import type { DatabaseAccess } from './platform/database/access/database-access';
import { DatabaseModule } from './platform/database/database.module';
import { ErrorFilter } from './platform/http/error.filter';
import { HttpModule } from './platform/http/http.module';
import { RateLimitGuard } from './platform/http/rate-limit/rate-limit.guard';
import { UpgradeGuard } from './platform/http/upgrade.guard';
import { RequestGuard } from './platform/http/request.guard';
import { PlatformModule, SecretsModule } from './platform/platform.module';
import type { QueueBackend } from './platform/queues/queue-backend';
import { QueuesModule } from './platform/queues/queues.module';
import {
  ConfirmationGuard,
  CrossOriginGuard,
  SessionGuard,
  signInModules,
} from './sign-in/sign-in-process.module';
import { toolsModules } from './tools/tools-process.module';
import { trunksModules } from './trunks/trunks-process.module';
import { webhooksModules } from './webhooks/webhooks-process.module';

/** Parts of the application that exist before it. */
export interface AppOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly database: DatabaseAccess;
  /** null when this process does no background work. */
  readonly queues: QueueBackend | null;
  readonly redis: Redis | null;
}

/** In the order of the document. */
const CONTEXTS: readonly ((roles: ProcessRoles) => (Type | false)[])[] = [
  authModules,
  consoleModules,
  accountsModules,
  agentsModules,
  toolsModules,
  webhooksModules,
  batchesModules,
  callsModules,
  counsellorsModules,
  creditsModules,
  humanCallsModules,
  trunksModules,
  carriersModules,
  liveModules,
  signInModules,
  mcpModules,
];

/** Lists the contexts, and binds the checks of every request in their order (R95). */
@Module({})
export class AppModule {
  static of({ config, logger, database, queues, redis }: AppOptions): DynamicModule {
    const { api, media, work: worker } = config.does;
    const live = config.telephony.live.isOn;
    const roles = { api, console: api && config.console, mcp: api && config.mcp, media, worker, live };
    return {
      module: AppModule,
      imports: [
        DiscoveryModule,
        DatabaseModule.forService(database),
        PlatformModule.forConfig(config, logger),
        HttpModule.forConfig(config, redis),
        SecretsModule,
        ...(queues ? [QueuesModule.on(queues)] : []),
        ...CONTEXTS.flatMap((modules) => modules(roles)).filter((module) => module !== false),
      ],
      providers: [
        { provide: APP_GUARD, useClass: UpgradeGuard },
        ...(roles.console ? [CrossOriginGuard, SessionGuard].map(guard) : []),
        { provide: APP_GUARD, useExisting: KeyGuard },
        { provide: APP_GUARD, useClass: RateLimitGuard },
        { provide: APP_GUARD, useExisting: ScopeGuard },
        ...(roles.console ? [ConfirmationGuard].map(guard) : []),
        { provide: APP_GUARD, useClass: RequestGuard },
        { provide: APP_GUARD, useExisting: AuditLogGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}

function guard(type: typeof CrossOriginGuard | typeof SessionGuard | typeof ConfirmationGuard) {
  return { provide: APP_GUARD, useExisting: type };
}
