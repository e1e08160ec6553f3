import { Inject, Injectable } from '@nestjs/common';
import { Client } from 'pg';
import { Config } from '../config/config';
import type { DatabaseAccess } from '../database/access/database-access';
import { DATABASE_ACCESS } from '../database/access/database-access.token';
import { connectionTo } from '../database/start-parameters';
import { OUTBOX_CHANNEL, OutboxNotifier } from './outbox-notifier';

/** A silent database must not block the sweeps, which work without LISTEN. */
const LISTEN_TIMEOUT_MS = 2_000;

/** Passes notifications of other processes to the listeners of this one. */
@Injectable()
export class OutboxListener {
  #client: Client | null = null;

  constructor(
    private readonly config: Config,
    @Inject(DATABASE_ACCESS) private readonly database: DatabaseAccess,
    private readonly notifier: OutboxNotifier,
  ) {}

  /**
   * Connects unless connected. A process that does everything notifies itself, and a transaction pooler loses LISTEN.
   * @throws Error when it cannot
   */
  async ensure(): Promise<void> {
    const { session } = this.database;
    if (this.config.role === 'all' || this.#client || !session) return;
    const { url, options } = connectionTo(session.url);
    const client = new Client({
      connectionString: url,
      options,
      keepAlive: true,
      connectionTimeoutMillis: LISTEN_TIMEOUT_MS,
      query_timeout: LISTEN_TIMEOUT_MS,
    });
    client.on('error', () => {
      this.#client = null;
    });
    session.track(client);
    client.on('notification', () => this.notifier.notifyHere());
    try {
      await client.connect();
      await client.query(`LISTEN ${OUTBOX_CHANNEL}`);
      this.#client = client;
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  async end(): Promise<void> {
    await this.#client?.end().catch(() => undefined);
  }
}
