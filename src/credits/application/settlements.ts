import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { BatchLoader } from '../../platform/database/batch-loader';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { newId } from '../../platform/ids';
import type { Amount } from '../../platform/kernel/amount';
import {
  LedgerRepository,
  type Movement,
  type Reservation,
  type TransactionType,
} from '../infrastructure/ledger.repository';

interface Charge {
  readonly amount: Amount;
  readonly type: TransactionType;
  readonly callId: string;
  readonly description: string;
}

export interface Settlement {
  readonly accountId: string;
  readonly subjectId: string;
  /** The charged part; the rest is released. */
  readonly charge: (reserved: Reservation) => Charge;
}

/** Ends reservations, each once, with a ledger entry when something is charged. The ledger is the last lock. */
@Injectable()
export class Settlements {
  readonly #settled: BatchLoader<Settlement, Amount>;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly ledger: LedgerRepository,
  ) {
    this.#settled = new BatchLoader(unitOfWork, (settlements) => this.#settle(settlements));
  }

  /** Idempotent. Returns the charge. */
  settle(settlement: Settlement): Promise<Amount> {
    return this.unitOfWork.run(() => this.#settled.load(settlement));
  }

  async #settle(settlements: readonly Settlement[]): Promise<Amount[]> {
    const [, reservations] = await Promise.all([
      this.ledger.lockAll([...new Set(settlements.map(({ accountId }) => accountId))]),
      this.ledger.endReservations(settlements.map(({ subjectId }) => subjectId)),
    ]);
    const movements: Movement[] = [];
    const charges = settlements.map(({ accountId, subjectId, charge }) => {
      const reservation = reservations.get(subjectId);
      if (!reservation) return 0n;
      reservations.delete(subjectId);
      const { amount, ...what } = charge(reservation);
      const entry = amount > 0n ? { ...what, id: newId('txn'), amount: -amount } : null;
      movements.push({ accountId, reserved: -reservation.amount, entry });
      return amount;
    });
    await this.ledger.enter(movements, this.clock.now());
    return charges;
  }
}
