import { setTimeout } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { DatabaseAccess } from '../database/access/database-access';
import { DATABASE_ACCESS } from '../database/access/database-access.token';
import { UnitOfWork } from '../database/unit-of-work';
import { DOMAIN_EVENT_TYPES, type DomainEventType } from '../kernel/domain-event';
import { errorText } from '../logging';
import { type JobData, Queues } from '../queues/queues';
import { Sweeps } from '../sweeps';
import { checkWiring, findProcessors, type WiredProcessor } from '../queues/wiring';
import { OutboxListener } from './outbox-listener';
import { OutboxNotifier } from './outbox-notifier';

const BATCH_SIZE = 500;
const POLL_INTERVAL_MS = 1_000;

/** Where no notification of another process arrives: behind a transaction pooler. */
const UNNOTIFIED_POLL_INTERVAL_MS = 250;

/** Between looks under load: then many rows share a transaction, and equal reminders become one job. */
const COALESCE_MS = 20;

/** Unused pace that later looks may use: on an idle service four looks follow each other without a wait. */
const BURST_MS = 80;

/** Moves outbox rows to the queues of their handlers, at least once. One process at a time locks a row. */
@Injectable()
export class Relay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(Relay.name);
  readonly #handlers = new Map<DomainEventType, WiredProcessor[]>();
  #running: Promise<void> | null = null;
  #again = false;
  /** `performance.now()` at which the looks so far would end at one in `COALESCE_MS`. */
  #pacedUntil = 0;
  #stopped = false;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly listener: OutboxListener,
    private readonly unitOfWork: UnitOfWork,
    private readonly queues: Queues,
    private readonly notifier: OutboxNotifier,
    sweeps: Sweeps,
    @Inject(DATABASE_ACCESS) { session }: DatabaseAccess,
  ) {
    sweeps.every(session ? POLL_INTERVAL_MS : UNNOTIFIED_POLL_INTERVAL_MS, 'outbox', async () => {
      await this.drain();
      await this.listener.ensure();
    });
  }

  onApplicationBootstrap(): void {
    const processors = findProcessors(this.discovery);
    checkWiring(processors, DOMAIN_EVENT_TYPES, this.queues.names());
    for (const handler of processors) {
      const { event } = handler;
      if (event) this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler]);
    }
    this.notifier.onNotify(() => this.#ring());
  }

  /** A call during a run causes another run. */
  async drain(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#drainAll();
    return this.#running;
  }

  /** Not awaited: under load a run may last hours, and every caller's promise would occupy memory. */
  #ring(): void {
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.drain().catch((error: unknown) => {
      if (!this.#stopped) this.#logger.warn(`relay failed: ${errorText(error)}`);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    await this.listener.end();
    await this.#running?.catch(() => undefined);
  }

  async #drainAll(): Promise<void> {
    try {
      while (this.#again && !this.#stopped) {
        const early = this.#pacedUntil - BURST_MS - performance.now();
        if (early > 0) await setTimeout(early);
        this.#pacedUntil = Math.max(this.#pacedUntil, performance.now()) + COALESCE_MS;
        this.#again = false;
        while ((await this.#carry()) === BATCH_SIZE);
      }
    } finally {
      // Synchronous after the last check of `#again`, or a notification in between would be lost.
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
}
