import { type Amount, numberOf } from '../../platform/kernel/amount';
import { DomainError } from '../../platform/kernel/domain-error';
import type { Rates } from './rates';

/** How an account stood with its credits when it was read. */
export class CreditStanding {
  constructor(
    readonly balance: Amount,
    /** The balance less what calls have reserved. */
    readonly available: Amount,
    readonly rates: Rates,
  ) {}

  /** Whether the balance, what is reserved included, is at least the price of one minute. */
  coversOneMinute(pricePerMinute: Amount): boolean {
    return this.balance >= pricePerMinute;
  }

  /**
   * 402 when the balance, what is reserved included, is below the price of one minute.
   * @throws DomainError insufficient_credits
   */
  requireOneMinute(pricePerMinute: Amount): void {
    if (this.coversOneMinute(pricePerMinute)) return;
    throw new DomainError(
      'insufficient_credits',
      'Not enough credits for a minute of talk: top up and try again.',
      { available: numberOf(this.available), required: numberOf(pricePerMinute) },
    );
  }
}
