import { setTimeout } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import type { Config } from '../config';
import { CONFIG } from '../config.token';
import { UnitOfWork } from '../database/unit-of-work';
import { DOMAIN_EVENT_TYPES, type DomainEventType } from '../kernel/domain-event';
import { describeError } from '../logging';
import { type JobData, Queues } from '../queues/queues';
import { Sweeps } from '../sweeps';
import { checkWiring, findProcessors, type WiredProcessor } from '../queues/wiring';
import { OutboxNotifier, OUTBOX_CHANNEL } from './outbox-notifier';

const BATCH_SIZE = 500;
const POLL_INTERVAL_MS = 1_000;

/** Pause between runs: under load, many rows share a transaction and equal reminders become one job. */
const COALESCE_MS = 20;

/** A database that does not answer LISTEN must not block the sweep, which works without it. */
const LISTEN_TIMEOUT_MS = 2_000;

/**
 * Moves outbox rows to the queues of their handlers, at least once. Any process may do it; each row is handled by one
 * at a time.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(Relay.name);
  readonly #handlers = new Map<DomainEventType, WiredProcessor[]>();
  #running: Promise<void> | null = null;
  #again = false;
  #lookedAt = -COALESCE_MS;
  #listening: Client | null = null;
  #stopped = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly discovery: DiscoveryService,
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly queues: Queues,
    private readonly notifier: OutboxNotifier,
    sweeps: Sweeps,
  ) {
    sweeps.every(POLL_INTERVAL_MS, 'outbox', async () => {
      await this.drain();
      if (this.config.role !== 'all' && !this.#listening) await this.#listen();
    });
  }

  onApplicationBootstrap(): void {
    const processors = findProcessors(this.discovery);
    checkWiring(processors, DOMAIN_EVENT_TYPES, this.queues.names());
    for (const handler of processors) {
      const { event } = handler;
      if (event) this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler]);
    }
    this.notifier.onNotify(() => {
      this.#ring();
    });
  }

  /** Moves everything in the outbox. A call during a run makes it run again. */
  async drain(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#drainAll();
    return this.#running;
  }

  /** Not awaited: under load a run may last hours, and every caller's promise would stay in memory. */
  #ring(): void {
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.drain().catch((error: unknown) => {
      if (!this.#stopped) this.#logger.warn(`relay failed: ${JSON.stringify(describeError(error))}`);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    await this.#listening?.end().catch(() => undefined);
    await this.#running?.catch(() => undefined);
  }

  async #drainAll(): Promise<void> {
    try {
      while (this.#again && !this.#stopped) {
        const early = this.#lookedAt + COALESCE_MS - performance.now();
        if (early > 0) await setTimeout(early);
        this.#lookedAt = performance.now();
        this.#again = false;
        while ((await this.#carry()) === BATCH_SIZE);
      }
    } finally {
      // Synchronous after the last check of `#again`, or a notification in between would start nothing.
      this.#running = null;
    }
  }

  async #carry(): Promise<number> {
    return this.unitOfWork.run(async () => {
      const rows = await this.unitOfWork.rows<{ type: DomainEventType; payload: JobData }>(
        `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox ORDER BY id LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)
         RETURNING type, payload`,
      );
      const events = new Map<DomainEventType, Map<string, JobData>>();
      for (const { type, payload } of rows) {
        // Equal events become one job.
        const ofType = events.get(type) ?? new Map<string, JobData>();
        events.set(type, ofType.set(JSON.stringify(payload), payload));
      }
      await Promise.all(
        [...events].flatMap(([type, payloads]) =>
          (this.#handlers.get(type) ?? []).map((handler) => this.#remind(handler, [...payloads.values()])),
        ),
      );
      return rows.length;
    });
  }

  async #remind({ queue, filterEvents }: WiredProcessor, events: readonly JobData[]): Promise<void> {
    await Promise.all((await filterEvents(events)).map((data) => this.queues.remind(queue, data)));
  }

  async #listen(): Promise<void> {
    const { url, extra } = this.dataSource.options as { url: string; extra: { options: string } };
    const client = new Client({
      connectionString: url,
      options: extra.options,
      keepAlive: true,
      connectionTimeoutMillis: LISTEN_TIMEOUT_MS,
      query_timeout: LISTEN_TIMEOUT_MS,
    });
    client.on('error', () => {
      this.#listening = null;
    });
    client.on('notification', () => {
      this.notifier.notifyHere();
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${OUTBOX_CHANNEL}`);
      this.#listening = client;
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  }
}
