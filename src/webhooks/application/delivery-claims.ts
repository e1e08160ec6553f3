import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { BatchLoader } from '../../platform/database/batch-loader';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { EndpointState } from '../domain/endpoint';
import { EndpointRepository } from '../infrastructure/endpoint.repository';
import { EventScheduleRepository, type Room } from '../infrastructure/event-schedule.repository';
import type { EventToSend } from '../infrastructure/event.repository';

/** Longer than an attempt may take with all that belongs to it; then somebody else may make it. */
const LEASE_MS = 30_000;

/** Looks at what is due under way at once: more would each be for fewer accounts. */
const LOOKS = 2;

/** An account's due events, which nobody else takes before the lease runs out. */
export interface Claim {
  /** null: there is none, and whoever deleted it dropped what was due. */
  readonly endpoint: EndpointState | null;
  readonly events: readonly EventToSend[];
  /** Until then. */
  readonly lease: Date;
  /** What was due by then was looked for. */
  readonly now: Date;
}

/** Claims for accounts, gathered: one look is for all that asked while those before it were under way. */
@Injectable()
export class DeliveryClaims {
  readonly #gathered: BatchLoader<Room, Claim>;

  constructor(
    unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly endpoints: EndpointRepository,
    private readonly events: EventScheduleRepository,
  ) {
    this.#gathered = new BatchLoader(unitOfWork, (rooms) => this.#claim(rooms), { concurrency: LOOKS });
  }

  /** At most so many of an account's due events, those due longest first. An account asks for one claim at a time. */
  claim(accountId: string, most: number): Promise<Claim> {
    return this.#gathered.load({ accountId, most });
  }

  async #claim(rooms: readonly Room[]): Promise<Claim[]> {
    const endpoints = await this.endpoints.findAll(rooms.map(({ accountId }) => accountId));
    // Only now: neither the lease nor what is due by then is older than the statement.
    const now = this.clock.now();
    const lease = new Date(now.getTime() + LEASE_MS);
    const open = rooms.filter(({ accountId }) => endpoints.has(accountId));
    const claimed =
      open.length > 0 ? await this.events.claim(open, now, lease) : new Map<string, EventToSend[]>();
    return rooms.map(({ accountId }) => ({
      endpoint: endpoints.get(accountId) ?? null,
      events: claimed.get(accountId) ?? [],
      lease,
      now,
    }));
  }
}
