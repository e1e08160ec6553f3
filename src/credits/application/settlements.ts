import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Gathered } from '../../platform/database/gathered';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { newId } from '../../platform/ids';
import type { Amount } from '../../platform/kernel/amount';
import {
  type Balance,
  LedgerRepository,
  type NewEntry,
  type Reservation,
  type Standing,
  type TransactionType,
} from '../infrastructure/ledger.repository';

/** What is charged of a reservation. */
interface Charge {
  readonly amount: Amount;
  readonly type: TransactionType;
  readonly callId: string;
  readonly description: string;
}

/** The end of something that had credits reserved. */
export interface Settlement {
  readonly accountId: string;
  readonly subjectId: string;
  /** What of the reservation is charged; the rest is given back. */
  readonly charge: (reserved: Reservation) => Charge;
}

/** Ends reservations: each once, with one entry of the ledger where something is charged. Locks the ledger last of all. */
@Injectable()
export class Settlements {
  readonly #settled: Gathered<Settlement, Amount>;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly ledger: LedgerRepository,
  ) {
    this.#settled = new Gathered(unitOfWork, (settlements) => this.#settle(settlements));
  }

  /** A second time changes nothing. Returns what was charged. */
  settle(settlement: Settlement): Promise<Amount> {
    return this.unitOfWork.run(() => this.#settled.ask(settlement));
  }

  async #settle(settlements: readonly Settlement[]): Promise<Amount[]> {
    const [balances, reservations] = await Promise.all([
      this.ledger.lockAll([...new Set(settlements.map(({ accountId }) => accountId))]),
      this.ledger.takeReservations(settlements.map(({ subjectId }) => subjectId)),
    ]);
    const now = this.clock.now();
    const standings = new Map<string, Standing>();
    const entries: NewEntry[] = [];
    const charges = settlements.map(({ accountId, subjectId, charge }) => {
      const before: Pick<Balance, 'balance' | 'reserved'> | undefined =
        standings.get(accountId) ?? balances.get(accountId);
      const reservation = reservations.get(subjectId);
      if (!before || !reservation) return 0n;
      reservations.delete(subjectId);
      const { amount, ...what } = charge(reservation);
      const balance = before.balance - amount;
      standings.set(accountId, { accountId, balance, reserved: before.reserved - reservation.amount });
      if (amount > 0n) {
        const entry = { id: newId('txn'), accountId, amount: -amount, balanceAfter: balance, createdAt: now };
        entries.push({ ...entry, ...what });
      }
      return amount;
    });
    if (standings.size > 0) await this.ledger.write([...standings.values()], now);
    await this.ledger.addEntries(entries);
    return charges;
  }
}
