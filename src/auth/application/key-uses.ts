import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { KeyRepository } from '../infrastructure/key.repository';

const WRITE_INTERVAL_MS = 1_000;
const MINUTE_MS = 60_000;

/** Records each key's last use, to the minute. Uses are buffered in memory, so that requests do not write. */
@Injectable()
export class KeyUses implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(KeyUses.name);
  #uses = new Map<string, Date>();
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly keys: KeyRepository,
  ) {}

  /** Notes a use now; `known` is the stored last use. */
  used(keyId: string, known: Date | null): void {
    const minute = new Date(Math.floor(this.clock.nowMs() / MINUTE_MS) * MINUTE_MS);
    if (known && known >= minute) return;
    this.#uses.set(keyId, minute);
  }

  /** Writes the buffered uses. */
  async write(): Promise<void> {
    const uses = this.#uses;
    if (uses.size === 0) return;
    this.#uses = new Map();
    await this.keys.recordUses(uses).catch(() => {
      this.#logger.warn('the last use of some keys could not be recorded');
    });
  }

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.write(), WRITE_INTERVAL_MS);
    this.#timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.write();
  }
}
