import { Inject, Injectable } from '@nestjs/common';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { CONFIG } from '../config/config.token';
import type { Config } from '../config/config';
import { OUTBOX_CHANNEL, OutboxNotifier } from './outbox-notifier';

/** A silent database must not block the sweeps, which work without LISTEN. */
const LISTEN_TIMEOUT_MS = 2_000;

/** Passes notifications of other processes to the listeners of this one. */
@Injectable()
export class OutboxListener {
  #client: Client | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly dataSource: DataSource,
    private readonly notifier: OutboxNotifier,
  ) {}

  /** Connects unless connected; a process that does everything notifies itself. @throws Error when it cannot */
  async ensure(): Promise<void> {
    if (this.config.role === 'all' || this.#client) return;
    const { url, extra } = this.dataSource.options as { url: string; extra: { options: string } };
    const client = new Client({
      connectionString: url,
      options: extra.options,
      keepAlive: true,
      connectionTimeoutMillis: LISTEN_TIMEOUT_MS,
      query_timeout: LISTEN_TIMEOUT_MS,
    });
    client.on('error', () => {
      this.#client = null;
    });
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
