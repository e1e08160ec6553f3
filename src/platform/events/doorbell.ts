import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../config.token';
import type { Config } from '../config';

/** The channel on which other processes hear that the outbox has rows. */
export const OUTBOX_CHANNEL = 'aics_outbox';

/** Rings within this time become one notification: a NOTIFY takes a lock of the whole database. */
const GATHER_MS = 10;

/**
 * Tells the relay that the outbox has rows: in this process by a call, to worker processes by a NOTIFY outside the
 * transaction. A ring that is lost costs at most a second: the relay also looks by itself.
 */
@Injectable()
export class Doorbell implements OnModuleDestroy {
  #listener: (() => void) | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly dataSource: DataSource,
  ) {}

  /** The relay of this process. */
  answer(listener: () => void): void {
    this.#listener = listener;
  }

  /** Rings in this process alone. */
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
