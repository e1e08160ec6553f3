import { type Amount, parseAmount } from '../../platform/kernel/amount';
import { VOICE_ENGINES } from '../../shared-kernel/voice-engines';

/** Prices of an account, in credits. */
export interface Rates {
  /** A started minute of talk of an AI call, by voice engine. */
  readonly aiCall: Readonly<Record<string, Amount>>;
  /** A started minute of talk of a human call on the hosted carrier. */
  readonly humanCall: Amount;
  /** A recorded minute of an analyzed human call. */
  readonly analysis: Amount;
}

/** The stored form: decimals as text. */
export interface StoredRates {
  readonly ai_call: Readonly<Record<string, string>>;
  readonly human_call: string;
  readonly analysis: string;
}

/** The operator may change each for an account. */
export const DEFAULT_RATES: StoredRates = {
  ai_call: Object.fromEntries(Object.entries(VOICE_ENGINES).map(([engine, { price }]) => [engine, price])),
  human_call: '1',
  analysis: '0.15',
};

export function ratesOf(stored: StoredRates): Rates {
  const read = (text: string): Amount => {
    const amount = parseAmount(text);
    if (amount === undefined || amount < 0n) throw new Error('a stored rate is no amount');
    return amount;
  };
  // An engine that was added after the account has its default price.
  const aiCall = { ...DEFAULT_RATES.ai_call, ...stored.ai_call };
  return {
    aiCall: Object.fromEntries(Object.entries(aiCall).map(([engine, rate]) => [engine, read(rate)])),
    humanCall: read(stored.human_call),
    analysis: read(stored.analysis),
  };
}
