import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../config.token';
import type { Config } from '../config';

/** The NOTIFY channel that tells other processes of new outbox rows. */
export const OUTBOX_CHANNEL = 'aics_outbox';

/** Rings within this time share one notification: NOTIFY takes a database-wide lock. */
const GATHER_MS = 10;

/**
 * Wakes the relay: in this process by a call, in others by a NOTIFY outside the transaction. A lost ring costs at most
 * a second, because the relay also polls.
 */
@Injectable()
export class Doorbell implements OnModuleDestroy {
  #listener: (() => void) | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly dataSource: DataSource,
  ) {}

  /** Registers the relay of this process. */
  answer(listener: () => void): void {
    this.#listener = listener;
  }

  /** Rings in this process only. */
  ringHere(): void {
    this.#listener?.();
  }

  ring(): void {
    this.ringHere();
    if (this.config.role === 'all' || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.dataSource.query(`NOTIFY ${OUTBOX_CHANNEL}`).catch(() => undefined);
    }, GATHER_MS);
  }

  onModuleDestroy(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }
}
