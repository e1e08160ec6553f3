import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { OutboxListener } from '../../platform/events/outbox-listener';
import { OutboxNotifier } from '../../platform/events/outbox-notifier';
import { errorText } from '../../platform/logging';
import { Sweeps } from '../../platform/sweeps';
import { MediaCapacity } from '../../carriers';
import { TrunkChannels } from '../../trunks';
import { LegDrain } from './leg-drain';

export interface NextAccount {
  readonly accountId: string;
  /** When its last call over a trunk began; null: never. Changes when another process gives the account its turn. */
  readonly lastLegAt: Date | null;
  /** Limit of calls that its turn begins. With 0 the turn only stores why its calls wait. */
  readonly room: number;
}

/**
 * What became of an account's turn: it `dialed`; its trunks had no free channel, or another process had its turn (`no_capacity`);
 * all of its calls are on hold (`all_held`); or it examined the most calls of one turn (`limit_reached`).
 */
export type DispatchResult = 'dialed' | 'no_capacity' | 'all_held' | 'limit_reached';

/** Calls of one context that go over trunks. */
export abstract class TrunkDispatchQueue implements OnModuleInit {
  /** Channels of a trunk that a call occupies, each with a leg of its own. */
  abstract readonly channels: 1 | 2;

  constructor(private readonly dispatchLoop: TrunkDispatchLoop) {}

  onModuleInit(): void {
    this.dispatchLoop.register(this);
  }

  /** The longest waiting account outside `seen` that can use one of the trunks, or whose wait has no reason yet. */
  abstract next(now: Date, trunkIds: readonly string[], seen: readonly string[]): Promise<NextAccount | null>;
  /** Dials at most `next.room` calls. */
  abstract turn(next: NextAccount): Promise<DispatchResult>;
}

const POLL_INTERVAL_MS = 1_000;
/** The pause between two polls: under load many notifications need only one. */
const COALESCE_MS = 10;
/** The limit of turns in succession that another process had; then a poll ends. */
const MAX_LOST_TURNS = 5;
/** The pause before the next poll of accounts whose calls are all on hold by rules of their numbers. */
const ON_HOLD_PAUSE_MS = 200;
/** The pause after turns that other processes had. */
const LOST_PAUSE_MS = 20;

/**
 * Dispatches calls over trunks in media processes: when notified, when a channel or slot is freed, and every second.
 * Accounts have their turns in order, the longest waiting first, so that a free channel or slot goes to it.
 */
@Injectable()
export class TrunkDispatchLoop implements OnModuleInit, OnApplicationBootstrap {
  readonly #logger = new Logger(TrunkDispatchLoop.name);
  readonly #queues: TrunkDispatchQueue[] = [];
  #running: Promise<void> | null = null;
  #again = false;
  #started = false;
  #timer: NodeJS.Timeout | undefined;
  #isIdle = true;
  #polledAt = -COALESCE_MS;

  constructor(
    private readonly clock: Clock,
    private readonly sweeps: Sweeps,
    private readonly notifier: OutboxNotifier,
    private readonly listener: OutboxListener,
    private readonly channels: TrunkChannels,
    private readonly drain: LegDrain,
    private readonly media: MediaCapacity,
  ) {}

  /** Registers calls. Those that occupy more channels go first: others would occupy each free one before them. */
  register(queue: TrunkDispatchQueue): void {
    this.#queues.push(queue);
    this.#queues.sort((a, b) => b.channels - a.channels);
  }

  onModuleInit(): void {
    if (!this.media.isMediaProcess || !this.drain.dispatches) return;
    const wake = () => this.wake();
    this.notifier.onNotify(wake);
    this.channels.onFreed(wake);
    this.sweeps.every(POLL_INTERVAL_MS, 'calls over trunks', async () => {
      await this.listener.ensure();
      await this.poll();
    });
  }

  onApplicationBootstrap(): void {
    this.#started = this.drain.dispatches;
  }

  /** Polls soon, in this process. Without an enabled trunk the poll of every second is enough. */
  wake(): void {
    if (this.#isIdle) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.poll().catch((error: unknown) => this.#logger.warn(`calls over trunks: ${errorText(error)}`));
  }

  /**
   * Dials whatever can be dialed now; nothing before the start or while the process drains. A poll that is requested
   * during another one follows it.
   */
  async poll(): Promise<void> {
    if (!this.#started || this.drain.draining) return;
    this.#again = true;
    this.#running ??= this.#pollAll();
    return this.#running;
  }

  async #pollAll(): Promise<void> {
    try {
      while (this.#again && !this.drain.draining) {
        const early = this.#polledAt + COALESCE_MS - performance.now();
        if (early > 0) await sleep(early, undefined, { ref: false });
        this.#polledAt = performance.now();
        this.#again = false;
        await this.#pollOnce().finally(() => this.media.releasePorts());
      }
    } finally {
      this.#running = null;
    }
  }

  async #pollOnce(): Promise<void> {
    const seen = new Map(this.#queues.map((queue) => [queue, [] as string[]]));
    // A process that was full checks whether it still is.
    if (this.media.isFull) await this.#reservePorts(1);
    for (let lost = 0; lost < MAX_LOST_TURNS && !this.drain.draining;) {
      const turn = await this.#nextTurn(seen);
      if (!turn) return;
      const { queue, next } = turn;
      const room = next.room === 0 ? 0 : await this.#reservePorts(next.room, queue.channels);
      const result = await queue.turn({ ...next, room });
      lost = result === 'no_capacity' ? lost + 1 : 0;
      if (result === 'all_held' || result === 'limit_reached') seen.get(queue)?.push(next.accountId);
      if (result === 'limit_reached') this.#pollIn(ON_HOLD_PAUSE_MS);
    }
    this.#pollIn(LOST_PAUSE_MS);
  }

  /** Without a turn, plans the poll for the time when a trunk may dial again. */
  async #nextTurn(
    seen: ReadonlyMap<TrunkDispatchQueue, readonly string[]>,
  ): Promise<{ queue: TrunkDispatchQueue; next: NextAccount } | undefined> {
    const { ids, pairs, nextAt, isIdle } = await this.channels.free();
    this.#isIdle = isIdle;
    if (isIdle) return undefined;
    const trunkIds = this.media.isFull ? { 1: [], 2: [] } : { 1: ids, 2: pairs };
    for (const queue of this.#queues) {
      const next = await queue.next(this.clock.now(), trunkIds[queue.channels], seen.get(queue) ?? []);
      if (next) return { queue, next };
    }
    if (nextAt) this.#pollIn(Math.max(0, nextAt.getTime() - this.clock.nowMs()));
    return undefined;
  }

  /** Reserves ports for calls; resolves with the number of calls that have them. Simulated calls need none. */
  #reservePorts(calls: number, legs: 1 | 2 = 1): Promise<number> {
    return this.media.reservePorts(Math.min(calls, this.media.free), legs);
  }

  #pollIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), ms).unref();
  }
}
