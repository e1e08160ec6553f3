import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { BatchLoader } from '../../platform/database/batch-loader';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { EndpointState } from '../domain/endpoint';
import { EndpointRepository } from '../infrastructure/endpoint.repository';
import { EventScheduleRepository, type Room } from '../infrastructure/event-schedule.repository';
import type { EventToSend } from '../infrastructure/event.repository';

/** Longer than an attempt and its storing; afterwards another process may repeat it. */
const LEASE_MS = 30_000;

/** More would each serve fewer accounts. */
const CONCURRENT_CLAIMS = 2;

/** Due events of an account, leased to this process. */
export interface Claim {
  /** `null`: deleted, with its due events. */
  readonly endpoint: EndpointState | null;
  readonly events: readonly EventToSend[];
  readonly lease: Date;
  readonly now: Date;
}

interface ClaimRequest extends Room {
  readonly onEndpoint: (endpoint: EndpointState) => void;
}

/** Batches claims across accounts: one statement serves all claims that arrived during earlier ones. */
@Injectable()
export class DeliveryClaims {
  readonly #gathered: BatchLoader<ClaimRequest, Claim>;

  constructor(
    unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly endpoints: EndpointRepository,
    private readonly events: EventScheduleRepository,
  ) {
    this.#gathered = new BatchLoader(unitOfWork, (rooms) => this.#claim(rooms), {
      concurrency: CONCURRENT_CLAIMS,
    });
  }

  /**
   * Longest due first; one claim per account at a time.
   * @param onEndpoint called before the events are known, unless the endpoint is deleted; must not throw
   */
  claim(accountId: string, most: number, onEndpoint: ClaimRequest['onEndpoint']): Promise<Claim> {
    return this.#gathered.load({ accountId, most, onEndpoint });
  }

  async #claim(rooms: readonly ClaimRequest[]): Promise<Claim[]> {
    const endpoints = await this.endpoints.findAll(rooms.map(({ accountId }) => accountId));
    for (const { accountId, onEndpoint } of rooms) {
      const endpoint = endpoints.get(accountId);
      if (endpoint) onEndpoint(endpoint);
    }
    // Read here, so that lease and due time are not older than the statement.
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
