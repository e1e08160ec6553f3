import { numberOf } from '../../platform/kernel/amount';
import { formatInstant } from '../../platform/kernel/instant';
import { ratesOf } from '../domain/rates';
import type { Balance, LedgerEntry } from '../infrastructure/ledger.repository';

export function creditsView({ balance, reserved, rates, updatedAt }: Balance) {
  const { aiCall, humanCall, analysis } = ratesOf(rates);
  return {
    object: 'credits' as const,
    balance: numberOf(balance),
    reserved: numberOf(reserved),
    available: numberOf(balance - reserved),
    rates: {
      ai_call: Object.fromEntries(Object.entries(aiCall).map(([engine, rate]) => [engine, numberOf(rate)])),
      human_call: numberOf(humanCall),
      analysis: numberOf(analysis),
    },
    updated_at: formatInstant(updatedAt),
  };
}

export function transactionView(entry: LedgerEntry) {
  return {
    id: entry.id,
    object: 'credit_transaction' as const,
    type: entry.type,
    amount: numberOf(entry.amount),
    balance_after: numberOf(entry.balanceAfter),
    call_id: entry.callId,
    description: entry.description,
    created_at: formatInstant(entry.createdAt),
  };
}
