import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { ChannelReservationRepository } from '../infrastructure/channel-reservation.repository';

/** Reservations are renewed once a second, so those of a dead process expire. */
const RESERVATION_MS = 3_000;

/**
 * The precedence of human calls: while one waits for two channels of a trunk, no AI call occupies a channel of it.
 * Trunks with a single channel, which never carry one, are not reserved.
 */
@Injectable()
export class HumanCallPriority {
  constructor(
    private readonly clock: Clock,
    private readonly reservations: ChannelReservationRepository,
  ) {}

  /** The account's trunks must be locked. With `firstTrunkOnly` only the first is reserved. */
  reserve(accountId: string, firstTrunkOnly: boolean): Promise<void> {
    return this.reservations.set(accountId, new Date(this.clock.nowMs() + RESERVATION_MS), firstTrunkOnly);
  }

  release(accountId: string): Promise<void> {
    return this.reservations.clear(accountId);
  }

  /** Whether a human call of the account found no two channels at its last turn. */
  isWaiting(accountId: string): Promise<boolean> {
    return this.reservations.hasReserved(accountId, this.clock.now());
  }

  findReserved(trunkIds: readonly string[]): Promise<Set<string>> {
    return this.reservations.findReserved(trunkIds, this.clock.now());
  }
}
