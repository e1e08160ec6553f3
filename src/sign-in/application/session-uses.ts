import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { SessionRepository } from '../infrastructure/session.repository';

const WRITE_INTERVAL_MS = 1_000;
const MINUTE_MS = 60_000;

/** Records each session's last use, to the minute. Uses are buffered in memory, so that requests do not write. */
@Injectable()
export class SessionUses implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(SessionUses.name);
  #uses = new Map<string, Date>();
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly sessions: SessionRepository,
  ) {}

  /** Notes a use now; `known` is the stored last use. */
  used(id: string, known: Date): void {
    const now = this.clock.now();
    if (now.getTime() - known.getTime() >= MINUTE_MS) this.#uses.set(id, now);
  }

  /** Writes the buffered uses. */
  async write(): Promise<void> {
    const uses = this.#uses;
    if (uses.size === 0) return;
    this.#uses = new Map();
    await this.sessions.recordUses(uses).catch(() => {
      this.#logger.warn('the last use of some sessions could not be recorded');
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
