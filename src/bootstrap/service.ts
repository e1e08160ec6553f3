import type { Server } from 'node:http';
import { DiscoveryService, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { AppModule, type AppOptions } from '../app.module';
import { type ExampleIds, mountDocs } from '../platform/openapi/document';
import type { Config } from '../platform/config/config';
import { accessTo } from '../platform/database/access/database-access';
import { entry } from '../platform/http/entry';
import { PageFiles } from '../platform/http/page-files';
import { listenOn } from '../platform/http/ports';
import { FILE_HEADERS } from '../platform/http/security-headers';
import { discoverRoutes } from '../platform/http/routes';
import { sameOrigin } from '../platform/http/same-origin';
import { ServiceAdapter } from '../platform/http/service-adapter';
import { logFormatOf, NestLogger } from '../platform/logging';
import { Metrics } from '../platform/metrics';
import { openQueueBackend } from '../platform/queues/queue-backend';
import { prepareDatabase } from './database';
import { serveMetrics } from './metrics-server';

export interface Service {
  readonly app: NestExpressApplication;
  readonly hasPage: boolean;
  /** For the Swagger page; call it before `listen`. */
  showExamples(ids: ExampleIds): void;
  listen(): Promise<number>;
  /** Stops in this order: no new dials, talks end within the drain time, then HTTP and queues. */
  close(): Promise<void>;
}

/** @throws StartupError when the database or Redis does not respond, or does not fit this version */
export async function createService(config: Config, logger: Logger, databaseUrl: string): Promise<Service> {
  const database = accessTo(databaseUrl, config.database, config.databaseUrl === null);
  await prepareDatabase(config, database);
  const queues = config.does.work ? await openQueueBackend(database, config.redisUrl) : null;
  const redis = config.redisUrl === null ? null : rateRedis(config.redisUrl);
  const closeConnections = async () => {
    await queues?.close();
    redis?.disconnect();
  };
  let app: NestExpressApplication;
  let examples: ExampleIds = {};
  try {
    app = await buildApp({ config, logger, database, queues, redis }, () => examples);
  } catch (error) {
    await closeConnections();
    throw error;
  }
  let metricsServer: Server | null = null;
  return {
    app,
    hasPage: pageOf(app)?.isBuilt ?? false,
    showExamples(ids) {
      examples = ids;
    },
    async listen() {
      if (config.metricsPort !== null) {
        metricsServer = serveMetrics(app.get(Metrics));
        await listenOn(metricsServer, 'METRICS_PORT', config.metricsPort, config.host);
      }
      return listenOn(app.getHttpServer(), 'PORT', config.port, config.host);
    },
    async close() {
      queues?.beginShutdown();
      await app.close();
      metricsServer?.close();
      metricsServer?.closeAllConnections();
      await closeConnections();
    },
  };
}

async function buildApp(parts: AppOptions, examples: () => ExampleIds): Promise<NestExpressApplication> {
  const { logger } = parts;
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(parts), new ServiceAdapter(), {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  try {
    return await connectApp(app, parts, examples);
  } catch (error) {
    await app.close().catch(() => undefined);
    throw error;
  }
}

function connectApp(
  app: NestExpressApplication,
  { config, logger }: AppOptions,
  examples: () => ExampleIds,
): Promise<NestExpressApplication> {
  const { api } = config.does;
  const withConsole = api && config.console;
  const routes = discoverRoutes(app.get(DiscoveryService), { api, console: withConsole });
  app.set('trust proxy', config.trustProxy);
  const forPeople = logFormatOf(config.logFormat) === 'text';
  const page = withConsole ? pageOf(app) : null;
  const metrics = app.get(Metrics);
  app.use(['/invitations', '/recordings'], FILE_HEADERS);
  if (api && config.mcp) app.use('/mcp', sameOrigin(config.publicUrl));
  (app.getHttpAdapter() as unknown as ServiceAdapter).serve(
    routes,
    entry(routes, { logger, metrics, docs: config.docs && api, console: withConsole, page, forPeople }),
  );
  if (config.docs && api) mountDocs(app, routes, examples);
  return app.init();
}

function pageOf(app: NestExpressApplication): PageFiles | null {
  const provider = app
    .get(DiscoveryService)
    .getProviders()
    .find(({ token }) => token === PageFiles);
  return (provider?.instance as PageFiles | undefined) ?? null;
}

/** Commands fail at once while Redis is away, and each process then counts alone. */
function rateRedis(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false });
  redis.on('error', () => undefined);
  return redis;
}
