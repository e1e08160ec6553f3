import type { Answerer, ListenResult, Spoken, Transferred } from '../domain/text-line';

export interface TalkEnd {
  readonly cause: 'hung_up' | 'limit_of_minutes' | 'connection_lost' | 'canceled';
  readonly by: 'agent' | 'contact' | 'human' | 'carrier' | null;
  /** The text of `status_reason`, where the cause is not enough. */
  readonly reason?: string;
  readonly answerer?: Answerer;
}

export const BY_AGENT: TalkEnd = { cause: 'hung_up', by: 'agent' };
const BY_CONTACT: TalkEnd = { cause: 'hung_up', by: 'contact' };
const BY_HUMAN: TalkEnd = { cause: 'hung_up', by: 'human' };
export const LIMIT: TalkEnd = { cause: 'limit_of_minutes', by: 'agent' };
const LOST: TalkEnd = { cause: 'connection_lost', by: 'carrier' };
export const CANCELED: TalkEnd = { cause: 'canceled', by: 'agent' };

export const MACHINE_ENDS: Readonly<Record<'announcement' | 'ivr', TalkEnd>> = {
  announcement: { ...BY_AGENT, reason: 'A network announcement answered, so the agent hung up.' },
  ivr: { ...BY_AGENT, reason: 'A phone menu answered, so the agent hung up.' },
};

export const TRANSFER_ENDS: Readonly<Record<NonNullable<Transferred['endedBy']>, TalkEnd>> = {
  contact: BY_CONTACT,
  human: BY_HUMAN,
  lost: LOST,
  limit: LIMIT,
};

export function endOfCut(spoken: Spoken | null): TalkEnd | null {
  switch (spoken?.cutBy) {
    case 'hung_up':
      return BY_CONTACT;
    case 'lost':
      return LOST;
    case 'tts_failed':
      return { ...BY_AGENT, reason: 'Speech synthesis failed, so the agent ended the talk.' };
    default:
      return null;
  }
}

export function endOfListening(result: ListenResult): TalkEnd | null {
  if (result.kind === 'lost') return LOST;
  return result.kind === 'hung_up' || (result.kind === 'speech' && result.hungUp) ? BY_CONTACT : null;
}

export function endOfWait(endedBy: 'hung_up' | 'lost' | 'limit'): TalkEnd {
  if (endedBy === 'lost') return LOST;
  return endedBy === 'limit' ? LIMIT : BY_CONTACT;
}

/** The agent's numbers that a transfer tries, in order; null: the first is not one of them. */
export function fromOnwards(all: readonly string[], first: string): readonly [string, ...string[]] | null {
  const at = all.indexOf(first);
  return at < 0 ? null : [first, ...all.slice(at + 1), ...all.slice(0, at)];
}
