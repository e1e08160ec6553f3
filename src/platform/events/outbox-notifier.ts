import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../config/config.token';
import type { Config } from '../config/config';

/** NOTIFY channel for new outbox rows. */
export const OUTBOX_CHANNEL = 'aics_outbox';

/** Calls within this time share one notification: NOTIFY locks the whole database. */
const COALESCE_MS = 10;

/**
 * Wakes the listeners: in this process by a call, in others by a NOTIFY outside the transaction. A lost notification costs at most
 * a second, because each also polls.
 */
@Injectable()
export class OutboxNotifier implements OnModuleDestroy {
  readonly #listeners: (() => void)[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly dataSource: DataSource,
  ) {}

  /** Registers a listener of this process: the relay, or the dispatch over trunks. */
  onNotify(listener: () => void): void {
    this.#listeners.push(listener);
  }

  notifyHere(): void {
    for (const listener of this.#listeners) listener();
  }

  notify(): void {
    this.notifyHere();
    if (this.config.role === 'all' || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.dataSource.query(`NOTIFY ${OUTBOX_CHANNEL}`).catch(() => undefined);
    }, COALESCE_MS);
  }

  onModuleDestroy(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }
}
