import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { newId } from '../../platform/ids';
import { localDay } from '../../platform/kernel/zoned-time';
import type { LegAllocation } from '../../shared-kernel/leg-allocation';
import { TrunkAllocator } from '../domain/trunk-allocator';
import { LegRepository, type AdditionalLegRequest } from '../infrastructure/leg.repository';
import { TrunkDispatchRepository } from '../infrastructure/trunk-dispatch.repository';
import { TrunkCandidateReader } from './trunk-candidate-reader';

/** Channels for further phones of a call. They wait for no slot of the trunk's call rate, and delay the next. */
@Injectable()
export class AdditionalLegs {
  constructor(
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly trunks: TrunkDispatchRepository,
    private readonly legs: LegRepository,
    private readonly candidates: TrunkCandidateReader,
  ) {}

  /** Occupies a channel of the first trunk that has one free; null when none has. */
  async occupy({
    accountId,
    trunkIds,
    timeZone,
    ...second
  }: AdditionalLegRequest): Promise<LegAllocation | null> {
    return this.unitOfWork.run(async () => {
      const locked = await this.trunks.lockAll(trunkIds);
      const now = this.clock.now();
      const found = await this.candidates.of(accountId, locked, localDay(now, timeZone), now);
      const turn = new TrunkAllocator(
        found.map((trunk) => ({ ...trunk, isSlotDue: true })),
        1,
      );
      const { phoneNumber } = second;
      const shown = await this.candidates.shownTo(accountId, [phoneNumber]);
      const choice = turn.take(shown.get(phoneNumber));
      if (choice.kind !== 'routes') return null;
      const order: LegAllocation = { id: newId('leg'), accountId, beganAt: now, routes: choice.routes };
      const [{ trunkId, callerId: shownNumber }] = order.routes;
      await Promise.all([
        this.legs.begin([
          { ...second, id: order.id, accountId, trunkAttempt: 1, trunkId, shownNumber, beganAt: now },
        ]),
        this.trunks.occupySlots([trunkId], now),
      ]);
      return order;
    });
  }
}
