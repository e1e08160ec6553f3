import type { LiveMessage, LiveTurn } from './live-message';

/** What is said in a talk that goes on. */
export interface TalkWords {
  readonly turns: readonly LiveTurn[];
  /** Words of the contact's turn that goes on. */
  readonly partial: string;
}

export const NO_WORDS: TalkWords = { turns: [], partial: '' };

type Words = Extract<LiveMessage, { readonly type: 'turn' | 'partial' }>;

/** After a break the service repeats the last turns. */
export function addWords(words: TalkWords, message: Words): TalkWords {
  const { turns, partial } = words;
  if (message.type === 'partial') return { turns, partial: message.text };
  if (turns.some((turn) => keyOf(turn) === keyOf(message) && turn.text === message.text)) return words;
  return { turns: [...turns, message], partial: message.speaker === 'agent' ? partial : '' };
}

export interface ShownTurn {
  readonly speaker: string;
  readonly text: string;
  readonly start_ms?: number;
  readonly isPartial?: boolean;
}

type StoredTurn = Pick<LiveTurn, 'speaker' | 'text' | 'start_ms'>;

/** With the turn that goes on. */
export function shownTurns({ turns, partial }: TalkWords): (ShownTurn & Partial<LiveTurn>)[] {
  return partial === '' ? [...turns] : [...turns, { speaker: 'contact', text: partial, isPartial: true }];
}

/** The stored turns, and those that the socket brought before they were stored. */
export function joinTurns(stored: readonly StoredTurn[], words: TalkWords): ShownTurn[] {
  const known = new Set(stored.map(keyOf));
  const others = shownTurns(words).filter((turn) => turn.isPartial || !known.has(keyOf(turn)));
  return [...stored, ...others].sort(
    ({ start_ms: one = Infinity }, { start_ms: other = Infinity }) => one - other,
  );
}

const keyOf = ({ speaker, start_ms }: ShownTurn) => `${speaker} ${start_ms ?? ''}`;
