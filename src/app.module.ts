import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { AccountsModule } from './accounts';
import { AgentsModule } from './agents';
import { AgentsHttpModule } from './agents/agents-http.module';
import { AccountsHttpModule } from './accounts/accounts-http.module';
import { AuthModule } from './auth';
import { AuthHttpModule, KeyGuard, ScopeGuard } from './auth/auth-http.module';
import { BatchesModule } from './batches';
import { BatchesHttpModule } from './batches/batches-http.module';
import { CallsDialingModule, CallsModule, CallsUpkeepModule } from './calls';
import { CallsHttpModule } from './calls/calls-http.module';
import { AuditLogModule, ConsoleWorkerModule } from './console';
import { AuditLogInterceptor, ConsoleHttpModule } from './console/console-http.module';
import { PageHttpModule } from './console/page-http.module';
import { CounsellorsModule, CounsellorsWorkerModule } from './counsellors';
import { CounsellorsHttpModule } from './counsellors/counsellors-http.module';
import { CreditsModule } from './credits';
import { CreditsHttpModule } from './credits/credits-http.module';
import { HumanCallsDialingModule, HumanCallsModule, HumanCallsUpkeepModule } from './human-calls';
import { HumanCallsHttpModule } from './human-calls/human-calls-http.module';
import type { Config } from './platform/config/config';
import { DatabaseModule } from './platform/database/database.module';
import { ErrorFilter } from './platform/http/error.filter';
import { HttpModule } from './platform/http/http.module';
import { RateLimitGuard } from './platform/http/rate-limit/rate-limit.guard';
import { RequestInterceptor } from './platform/http/request.interceptor';
import { PlatformModule } from './platform/platform.module';
import type { QueueBackend } from './platform/queues/queue-backend';
import { QueuesModule } from './platform/queues/queues.module';
import { SecretsModule } from './platform/secrets.module';
import { SignInModule, SignInWorkerModule } from './sign-in';
import {
  ConfirmationGuard,
  CrossOriginGuard,
  SessionGuard,
  SignInHttpModule,
} from './sign-in/sign-in-http.module';
import { MediaModule } from './carriers';
import { TrunksUpkeepModule } from './trunks';
import { TrunksHttpModule } from './trunks/trunks-http.module';
import { WebhooksModule, WebhooksWorkerModule } from './webhooks';
import { WebhooksHttpModule } from './webhooks/webhooks-http.module';

/** Parts of the application that exist before it. */
export interface AppOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly databaseUrl: string;
  /** null when this process does no background work. */
  readonly queues: QueueBackend | null;
  readonly redis: Redis | null;
}

/** The API below /v1; other processes serve health only. */
const API = [
  AccountsHttpModule,
  AgentsHttpModule,
  WebhooksHttpModule,
  BatchesHttpModule,
  CallsHttpModule,
  CounsellorsHttpModule,
  CreditsHttpModule,
  HumanCallsHttpModule,
  TrunksHttpModule,
];

/** The console's page and its API; without it no session exists. */
const CONSOLE = [SignInHttpModule, PageHttpModule];

/** Lists the contexts, and binds the checks of every request in their order (R95). */
@Module({})
export class AppModule {
  static of({ config, logger, databaseUrl, queues, redis }: AppOptions): DynamicModule {
    const withConsole = config.does.api && config.console;
    return {
      module: AppModule,
      imports: [
        DiscoveryModule,
        DatabaseModule.forService(databaseUrl),
        PlatformModule.forConfig(config, logger),
        HttpModule.forConfig(config, redis),
        SecretsModule,
        AccountsModule,
        AuthModule,
        AgentsModule,
        CallsModule,
        BatchesModule,
        CounsellorsModule,
        HumanCallsModule,
        CreditsModule,
        WebhooksModule,
        SignInModule,
        AuditLogModule,
        AuthHttpModule,
        ConsoleHttpModule,
        ...(config.does.api ? API : []),
        ...(withConsole ? CONSOLE : []),
        ...(config.does.media ? [MediaModule, CallsDialingModule, HumanCallsDialingModule] : []),
        ...(queues
          ? [
              QueuesModule.on(queues),
              CallsUpkeepModule,
              ConsoleWorkerModule,
              CounsellorsWorkerModule,
              HumanCallsUpkeepModule,
              SignInWorkerModule,
              TrunksUpkeepModule,
              WebhooksWorkerModule,
            ]
          : []),
      ],
      providers: [
        ...(withConsole ? [CrossOriginGuard, SessionGuard].map(guard) : []),
        { provide: APP_GUARD, useExisting: KeyGuard },
        { provide: APP_GUARD, useClass: RateLimitGuard },
        { provide: APP_GUARD, useExisting: ScopeGuard },
        ...(withConsole ? [ConfirmationGuard].map(guard) : []),
        { provide: APP_INTERCEPTOR, useClass: RequestInterceptor },
        { provide: APP_INTERCEPTOR, useExisting: AuditLogInterceptor },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}

function guard(type: typeof CrossOriginGuard | typeof SessionGuard | typeof ConfirmationGuard) {
  return { provide: APP_GUARD, useExisting: type };
}
