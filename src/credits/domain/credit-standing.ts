import { type Amount, numberOf } from '../../platform/kernel/amount';
import { DomainError } from '../../platform/kernel/domain-error';
import type { Rates } from './rates';

export class CreditStanding {
  constructor(
    readonly balance: Amount,
    /** Balance less reservations. */
    readonly available: Amount,
    readonly rates: Rates,
  ) {}

  /** Whether the balance, reservations included, covers one minute. */
  coversOneMinute(pricePerMinute: Amount): boolean {
    return this.balance >= pricePerMinute;
  }

  /** @throws DomainError insufficient_credits (402) unless {@link coversOneMinute} */
  requireOneMinute(pricePerMinute: Amount): void {
    if (this.coversOneMinute(pricePerMinute)) return;
    throw new DomainError(
      'insufficient_credits',
      'Not enough credits for a minute of talk: top up and try again.',
      { available: numberOf(this.available), required: numberOf(pricePerMinute) },
    );
  }
}
