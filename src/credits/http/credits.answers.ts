import {
  answer,
  choiceOf,
  constant,
  decimal,
  id,
  inline,
  instant,
  listOf,
  mapOf,
  nullable,
  text,
} from '../../platform/http/answers/answer';
import type { creditsView, transactionView } from '../application/credits.view';
import { DEFAULT_RATES } from '../domain/rates';

type CreditsView = ReturnType<typeof creditsView>;
type TransactionView = ReturnType<typeof transactionView>;

const credits = (description: string) => decimal(description, { minimum: 0 });

const DEFAULT_AI_RATES = Object.fromEntries(
  Object.entries(DEFAULT_RATES.ai_call).map(([engine, rate]) => [engine, Number(rate)]),
);

export const CREDITS = answer<CreditsView>(
  'Credits',
  "The account's credits. Amounts have at most 4 decimal places.",
  {
    object: constant('credits'),
    balance: credits('Credits, those reserved included.'),
    reserved: credits('Held back for calls that run.'),
    available: credits('balance less reserved: what the next call can reserve.'),
    rates: inline<CreditsView['rates']>('What the account pays.', {
      ai_call: mapOf(
        credits('Credits for each started minute.'),
        'For each started minute of talk of an AI call, by voice engine.',
      ),
      human_call: credits('For each started minute of talk of a human call on the hosted voice provider.'),
      analysis: credits('For each recorded minute of an analysed human call.'),
    }),
    updated_at: instant('When the balance or what is reserved last changed.'),
  },
  {
    object: 'credits',
    balance: 9_976,
    reserved: 60,
    available: 9_916,
    rates: {
      ai_call: DEFAULT_AI_RATES,
      human_call: Number(DEFAULT_RATES.human_call),
      analysis: Number(DEFAULT_RATES.analysis),
    },
    updated_at: '2026-11-20T09:16:21.007Z',
  },
);

const TRANSACTION = answer<TransactionView>(
  'CreditTransaction',
  'One entry of the append-only ledger.',
  {
    id: id('txn', 'Starts with txn_.'),
    object: constant('credit_transaction'),
    type: choiceOf<TransactionView['type']>(
      { top_up: true, ai_call: true, human_call: true, analysis: true, adjustment: true },
      'What it is for.',
    ),
    amount: decimal('Charges are negative.'),
    balance_after: credits('The balance after it.'),
    call_id: nullable(text('The AI call or human call that was charged.', { pattern: '^h?call_[0-9a-z]+$' })),
    description: text('In plain words.'),
    created_at: instant('When it was booked.'),
  },
  {
    id: 'txn_01kaf5y4d7f0g3h6j9k2l5z8x1',
    object: 'credit_transaction',
    type: 'ai_call',
    amount: -12,
    balance_after: 9_976,
    call_id: 'call_01kaf5v7m2q9x3t8w4z6c1b0dn',
    description: 'AI call, 2 minutes.',
    created_at: '2026-11-20T09:16:21.007Z',
  },
);

export const TRANSACTION_LIST = listOf(TRANSACTION, { paged: true });
