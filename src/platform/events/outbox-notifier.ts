import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../config/config';

export const OUTBOX_CHANNEL = 'aics_outbox';

/** NOTIFY locks the whole database, so calls within this time share one. */
const COALESCE_MS = 10;

/** Wakes the listeners: here by a call, elsewhere by a NOTIFY outside the transaction. Each also polls every second. */
@Injectable()
export class OutboxNotifier implements OnModuleDestroy {
  readonly #listeners: (() => void)[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly config: Config,
    private readonly dataSource: DataSource,
  ) {}

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
