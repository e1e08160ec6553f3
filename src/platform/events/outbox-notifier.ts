import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../config.token';
import type { Config } from '../config';

/** The NOTIFY channel that tells other processes of new outbox rows. */
export const OUTBOX_CHANNEL = 'aics_outbox';

/** Calls within this time share one notification: NOTIFY takes a database-wide lock. */
const COALESCE_MS = 10;

/**
 * Wakes the relay: in this process by a call, in others by a NOTIFY outside the transaction. A lost notification costs at most
 * a second, because the relay also polls.
 */
@Injectable()
export class OutboxNotifier implements OnModuleDestroy {
  #listener: (() => void) | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly dataSource: DataSource,
  ) {}

  /** Registers the relay of this process. */
  onNotify(listener: () => void): void {
    this.#listener = listener;
  }

  /** Notifies this process only. */
  notifyHere(): void {
    this.#listener?.();
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
