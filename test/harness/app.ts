import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Client } from 'pg';
import request from 'supertest';
import { Accounts } from '../../src/accounts';
import { ApiKeys } from '../../src/auth';
import { Credits } from '../../src/credits';
import { Clock } from '../../src/platform/clock';
import { type Config, readConfig } from '../../src/platform/config/config';
import { UnitOfWork } from '../../src/platform/database/unit-of-work';
import { SCOPES, type Scope } from '../../src/platform/http/scopes';
import { createLogger } from '../../src/platform/logging';
import { parseAmount } from '../../src/platform/kernel/amount';
import { Sweeps } from '../../src/platform/sweeps';
import { createService } from '../../src/bootstrap/service';
import type { Api, Method } from './api';
import { documentOf, AnswerValidator } from './document';
import { extendTimeouts } from './timeouts';
import { isPooled, PooledDatabase } from './pooled-database';
import { SpeechServer } from './speech-server';

/** An account with a key, as tests use it. */
export interface TestAccount {
  readonly id: string;
  readonly key: string;
}

type AccountOptions = Partial<Parameters<Accounts['create']>[0]> & {
  readonly credits?: string;
  readonly scopes?: readonly Scope[];
};

/** A separate service on a copy of the migrated template database. */
export class TestApp {
  #validator: AnswerValidator | undefined;

  private constructor(
    readonly app: NestExpressApplication,
    readonly databaseUrl: string,
    readonly dataDir: string,
    readonly origin: string,
    private readonly end: () => Promise<void>,
  ) {}

  /**
   * Starts it; `environment` adds to the tests' own settings (a simulator at its fastest, no output). `log` takes the lines
   * of its log.
   */
  static async start(
    environment: Record<string, string> = {},
    databaseUrl?: string,
    log?: (line: string) => void,
  ): Promise<TestApp> {
    extendTimeouts();
    const dataDir = mkdtempSync(join(tmpdir(), 'aics-app-'));
    const ownDatabase = databaseUrl === undefined;
    const url = databaseUrl ?? (await createDatabase());
    const speech = await SpeechServer.start();
    const pooled = ownDatabase && isPooled() ? await PooledDatabase.open(url) : null;
    const config: Config = readConfig({
      ...speech.environment,
      // What is installed on this machine must not matter, and a model takes tones for no speech.
      SPEECH_KIT: dataDir,
      DATA_DIR: dataDir,
      SIMULATOR_SPEED: 'max',
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
      PORT: '0',
      DRAIN_SECONDS: '1',
      // Opened only by suites with trunks, several at once.
      SIP_HOST: '127.0.0.1',
      SIP_PORT: '0',
      RTP_PORTS: '0',
      ...pooled?.environment,
      ...environment,
    });
    const logger = createLogger(config.logLevel, config.logFormat ?? 'json', log && { write: log });
    const service = await createService(config, logger, pooled?.environment.DATABASE_URL ?? url);
    const port = await service.listen();
    return new TestApp(service.app, url, config.dataDir, `http://127.0.0.1:${port}`, async () => {
      await service.close();
      speech.close();
      await pooled?.close();
      rmSync(dataDir, { recursive: true, force: true });
      if (ownDatabase) await dropDatabase(url);
    });
  }

  get clock(): Clock {
    return this.app.get(Clock, { strict: false });
  }

  get unitOfWork(): UnitOfWork {
    return this.app.get(UnitOfWork, { strict: false });
  }

  /** An account that may call at any time, with credits and a key with all scopes by default. */
  async account({
    credits = '1000',
    scopes = SCOPES,
    ...settings
  }: AccountOptions = {}): Promise<TestAccount> {
    const account = await this.app.get(Accounts, { strict: false }).create({
      name: 'Test',
      opensAtMinute: null,
      closesAtMinute: null,
      ...settings,
    });
    await this.app.get(Credits, { strict: false }).open(account.id, parseAmount(credits) ?? 0n);
    return { id: account.id, key: await this.key(account.id, scopes) };
  }

  /** Another key of an account. */
  async key(accountId: string, scopes: readonly Scope[] = SCOPES): Promise<string> {
    const keys = this.app.get(ApiKeys, { strict: false });
    return (await keys.create({ accountId, name: 'test', scopes })).key;
  }

  /** A request as an account makes it; its answer must be one that the OpenAPI document describes. */
  http(account: { readonly key: string }) {
    const agent = request(this.origin);
    const send = (method: 'get' | 'post' | 'put' | 'patch' | 'delete') => (path: string) =>
      agent[method](`/v1${path}`)
        .set('X-API-Key', account.key)
        .expect((answer) => {
          this.#validator ??= AnswerValidator.of(documentOf(this.app));
          this.#validator.check(method, `/v1${path}`, answer);
        });
    return {
      get: send('get'),
      post: send('post'),
      put: send('put'),
      patch: send('patch'),
      delete: send('delete'),
    };
  }

  /** As `http`, for a request that succeeds: resolves with the body, typed as the document describes it. */
  api(account: { readonly key: string }): Api {
    const http = this.http(account);
    const send = (method: Method) => async (path: string, body?: object) => {
      const request = http[method](path);
      const answer = await (body === undefined ? request : request.send(body));
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer.body;
    };
    return {
      get: send('get'),
      post: send('post'),
      put: send('put'),
      patch: send('patch'),
      delete: send('delete'),
    };
  }

  /** Moves the clock and lets every sweep look. */
  async advance(ms: number): Promise<void> {
    this.clock.advance(ms);
    const sweeps = this.app.get(Sweeps, { strict: false });
    await sweeps.runAll();
    // One that was under way when the clock moved may have looked before.
    await sweeps.runAll();
  }

  /** Stops the clock at an instant, until the mock is restored. */
  stopClock(atMs = this.clock.nowMs()): jest.SpyInstance<number, []> {
    return jest.spyOn(this.clock, 'nowMs').mockReturnValue(atMs);
  }

  async stop(): Promise<void> {
    await this.end();
  }
}

const SOON_MS = 5_000;
const SELDOM_MS = 250;

/**
 * Tries until `check` does not throw; for what background work does in its own time. It looks often at first and then
 * seldomer, since a look by HTTP takes 8 ms of a core, and a key has 300 requests a minute.
 */
export async function eventually<T>(
  check: () => Promise<T>,
  timeoutMs = 30_000,
  longestPauseMs = 50,
): Promise<T> {
  const from = performance.now();
  for (let pause = 10; ; pause *= 1.3) {
    try {
      return await check();
    } catch (error) {
      const passedMs = performance.now() - from;
      if (passedMs > timeoutMs) throw error;
      pause = Math.min(pause, passedMs < SOON_MS ? longestPauseMs : Math.max(longestPauseMs, SELDOM_MS));
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** A copy of the template for one test file. */
export async function createDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin((client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE aics_template STRATEGY FILE_COPY`),
  );
  const url = new URL(adminUrl());
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await asAdmin((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

function adminUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined) throw new Error('the global setup did not start PostgreSQL');
  return url;
}

async function asAdmin(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: adminUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
