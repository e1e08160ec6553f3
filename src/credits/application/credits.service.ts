import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { Outbox } from '../../platform/events/outbox';
import { type Page, pageOf, unknownCursor } from '../../platform/http/answers/lists';
import { newId } from '../../platform/ids';
import { type Amount, decimalOf, LARGEST_AMOUNT, numberOf } from '../../platform/kernel/amount';
import { invalidRequest } from '../../platform/kernel/domain-error';
import { CreditStanding } from '../domain/credit-standing';
import { charge, type Grant, grant } from '../domain/pricing';
import { DEFAULT_RATES, type Rates, ratesOf, type StoredRates } from '../domain/rates';
import {
  type Balance,
  type LedgerEntry,
  LedgerRepository,
  type TransactionType,
} from '../infrastructure/ledger.repository';
import { Settlements } from './settlements';

export interface ReserveRequest {
  readonly subjectId: string;
  readonly pricePerMinute: Amount;
  readonly maxMinutes: number;
}

interface PricedGrant extends Grant {
  readonly pricePerMinute: Amount;
}

export interface TalkToSettle {
  readonly accountId: string;
  readonly subjectId: string;
  readonly type: Extract<TransactionType, 'ai_call' | 'human_call'>;
  /** null when nobody answered: nothing is charged. */
  readonly talkSeconds: number | null;
}

/** The end of an exact reservation: the analysis of a human call (R44). */
export interface ExactSettlement {
  readonly accountId: string;
  readonly subjectId: string;
  readonly callId: string;
  /** False when the work failed: nothing is charged. */
  readonly charged: boolean;
  readonly description: string;
}

/** One append-only ledger for each account (R40). A call reserves before it dials and settles at its end (R41). */
@Injectable()
export class Credits {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly ledger: LedgerRepository,
    private readonly settlements: Settlements,
  ) {}

  /** Opens the ledger of a new account, with a top_up when it starts with credits. */
  async open(accountId: string, credits: Amount): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.ledger.open(accountId, DEFAULT_RATES, this.clock.now());
      if (credits > 0n) await this.topUp(accountId, credits);
    });
  }

  /**
   * Adds credits and wakes calls that wait for them (R43). Null when there is no such account.
   *
   * @throws DomainError `invalid_request` when the balance would be above what its column stores
   */
  async topUp(accountId: string, amount: Amount): Promise<Balance | null> {
    return this.unitOfWork.run(async () => {
      const state = await this.ledger.lock(accountId);
      if (!state) return null;
      if (state.balance + amount > LARGEST_AMOUNT) {
        const message = `must be at most ${decimalOf(LARGEST_AMOUNT - state.balance)}: the balance is ${decimalOf(state.balance)}`;
        throw invalidRequest([{ field: 'amount', message }]);
      }
      const entry = {
        id: newId('txn'),
        type: 'top_up',
        amount,
        callId: null,
        description: 'Top-up',
      } as const;
      await this.ledger.enter([{ accountId, reserved: 0n, entry }], this.clock.now());
      await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
      return this.ledger.read(accountId);
    });
  }

  /** Changes the account's rates and wakes calls that can pay the new price. */
  async setRates(accountId: string, change: (rates: StoredRates) => StoredRates): Promise<void> {
    await this.unitOfWork.run(async () => {
      const state = await this.ledger.lock(accountId);
      if (!state) return;
      await this.ledger.setRates(accountId, change(state.rates));
      await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
    });
  }

  async balance(accountId: string): Promise<Balance> {
    const state = await this.ledger.read(accountId);
    if (!state) throw new Error('an account has no ledger');
    return state;
  }

  async standing(accountId: string): Promise<CreditStanding> {
    const { balance, reserved, rates } = await this.balance(accountId);
    return new CreditStanding(balance, balance - reserved, ratesOf(rates));
  }

  async rates(accountId: string): Promise<Rates> {
    return ratesOf((await this.balance(accountId)).rates);
  }

  /**
   * Reserves for calls in their order, at the account's current rates: the longest talk, or what is left; null for a
   * call that finds less than one minute. Locks the ledger, the last lock in the lock order.
   */
  async reserve(
    accountId: string,
    requestsBy: (rates: Rates) => readonly ReserveRequest[],
  ): Promise<(PricedGrant | null)[]> {
    const state = await this.ledger.lock(accountId);
    if (!state) throw new Error('an account has no ledger');
    const requests = requestsBy(ratesOf(state.rates));
    let available = state.balance - state.reserved;
    const grants = requests.map(({ pricePerMinute, maxMinutes }) => {
      const given = grant(available, pricePerMinute, maxMinutes);
      if (given) available -= given.amount;
      return given && { ...given, pricePerMinute };
    });
    const now = this.clock.now();
    const given = requests.flatMap((request, at) => {
      const amount = grants[at]?.amount;
      return amount === undefined
        ? []
        : [{ subjectId: request.subjectId, amount, price: request.pricePerMinute }];
    });
    if (given.length > 0) {
      await this.ledger.addReservations(accountId, given, now);
      const reserved = given.reduce((sum, { amount }) => sum + amount, 0n);
      await this.ledger.enter([{ accountId, reserved, entry: null }], now);
    }
    return grants;
  }

  /** Charges a talk and releases the rest of its reservation. Idempotent. Returns the charge. */
  settle({ accountId, subjectId, type, talkSeconds }: TalkToSettle): Promise<Amount> {
    const minutes = Math.max(1, Math.ceil((talkSeconds ?? 0) / 60));
    const what = type === 'ai_call' ? 'AI call' : 'Human call';
    const description = `${what}, ${minutes} started minute${minutes === 1 ? '' : 's'} of talk`;
    return this.settlements.settle({
      accountId,
      subjectId,
      charge: (reserved) => ({
        amount: talkSeconds === null ? 0n : charge(talkSeconds, reserved.price, reserved.amount),
        type,
        callId: subjectId,
        description,
      }),
    });
  }

  /** Reserves an exact price, once for a subject; false when it is not available. Locks the ledger. */
  async reserveExact(accountId: string, subjectId: string, price: Amount): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const state = await this.ledger.lock(accountId);
      if (!state) throw new Error('an account has no ledger');
      if (await this.ledger.isReserved(subjectId)) return true;
      if (state.balance - state.reserved < price) return false;
      const now = this.clock.now();
      await this.ledger.addReservations(accountId, [{ subjectId, amount: price, price }], now);
      await this.ledger.enter([{ accountId, reserved: price, entry: null }], now);
      return true;
    });
  }

  /** Charges an exact reservation or releases it. Idempotent. Returns the charge. */
  settleExact({ accountId, subjectId, callId, charged, description }: ExactSettlement): Promise<Amount> {
    return this.settlements.settle({
      accountId,
      subjectId,
      charge: ({ amount }) => ({ amount: charged ? amount : 0n, type: 'analysis', callId, description }),
    });
  }

  async charges(callIds: readonly string[]): Promise<Map<string, number>> {
    const charges = await this.ledger.charges(callIds);
    return new Map([...charges].map(([id, amount]) => [id, numberOf(amount)]));
  }

  async transactions(accountId: string, limit: number, startingAfter?: string): Promise<Page<LedgerEntry>> {
    const after = startingAfter === undefined ? null : await this.ledger.find(accountId, startingAfter);
    if (startingAfter !== undefined && !after) throw unknownCursor('credit transaction');
    return pageOf(await this.ledger.list(accountId, limit + 1, after), limit);
  }
}
