import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PrimaryWatch } from '../../src/platform/database/primary/primary-watch';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres';
import { ReplicatedPostgres } from '../fakes/database/replicated-postgres.mjs';
import { eventually, type TestAccount, TestApp } from './app';
import { makeAgent, number } from './builders';

const SERVER_SETTINGS = { fsync: 'off', full_page_writes: 'off' };

type Settings = Record<string, string> & { readonly DATABASE_URL: string };

export interface QueuedAnswer {
  readonly status: number;
  /** The code of the error. */
  readonly code: string | null;
  readonly id: string | null;
  readonly ms: number;
}

/** A service on a primary with its synchronous standby. */
export class ReplicatedServiceDriver {
  private constructor(
    readonly database: ReplicatedPostgres,
    readonly service: TestApp,
    readonly account: TestAccount,
    private readonly agentId: string,
    private readonly folder: string,
  ) {}

  /** @param settings of the service; by default it knows both hosts */
  static async start(
    settings: (database: ReplicatedPostgres) => Promise<Settings> = (database) =>
      Promise.resolve({ DATABASE_URL: database.url }),
  ): Promise<ReplicatedServiceDriver> {
    const folder = mkdtempSync(join(tmpdir(), 'aics-replicated-'));
    const database = new ReplicatedPostgres(startEmbeddedPostgres, folder, SERVER_SETTINGS);
    await database.start();
    const environment = await settings(database);
    const service = await TestApp.start(
      { SECRET_KEY: '5'.repeat(64), ...environment },
      environment.DATABASE_URL,
    );
    const account = await service.account();
    const agentId = await makeAgent(service, account);
    return new ReplicatedServiceDriver(database, service, account, agentId, folder);
  }

  get watch(): PrimaryWatch {
    return this.service.app.get(PrimaryWatch, { strict: false });
  }

  /** A POST /calls as a client sends it, without the check of its answer's form. */
  async queue(): Promise<QueuedAnswer> {
    const begin = performance.now();
    const response = await fetch(`${this.service.origin}/v1/calls`, {
      method: 'POST',
      headers: { 'X-API-Key': this.account.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ agent_id: this.agentId, phone_number: number() }),
    });
    const body = (await response.json()) as { id?: string; error?: { code: string } };
    return {
      status: response.status,
      code: body.error?.code ?? null,
      id: body.id ?? null,
      ms: performance.now() - begin,
    };
  }

  /** Polls until a call is queued; resolves with the milliseconds since `begin`. */
  async untilQueued(begin = performance.now()): Promise<{ id: string; ms: number }> {
    return eventually(async () => {
      const { status, id } = await this.queue();
      if (status !== 200 || id === null) throw new Error(`POST /calls: ${status}`);
      return { id, ms: performance.now() - begin };
    }, 30_000);
  }

  async ready(): Promise<{ status: number; database: string }> {
    const response = await fetch(`${this.service.origin}/health/ready`);
    return {
      status: response.status,
      database: ((await response.json()) as { database: string }).database,
    };
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.database.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
