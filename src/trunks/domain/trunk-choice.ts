import { noCallerId } from './caller-id';
import { failingReason } from './circuit-breaker';

export interface TrunkCandidate {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** `failing`: the circuit breaker is open and no probe is due. */
  readonly state: 'up' | 'unknown' | 'down' | 'failing';
  /** The last status of a failing trunk. */
  readonly reason: string | null;
  readonly freeChannels: number;
  readonly isSlotDue: boolean;
  /** null: no number to call from. */
  readonly callerId: string | null;
}

/** Shown to clients unchanged. */
export type Sentence = `${string}.`;

export type TrunkChoice =
  | { readonly kind: 'trunk'; readonly id: string; readonly callerId: string }
  /** No trunk will ever accept the call. `reason` follows "The carrier refused". */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The call stays in the queue. `reason` is for the client. */
  | { readonly kind: 'waiting'; readonly reason: Sentence };

const NO_TRUNK_ENABLED = 'No trunk of the account is enabled.';
const NO_TRUNK_REACHED = 'No trunk of the account can be reached; the call goes on when one answers.';
/** The reason also covers a wait for the call rate, or for capacity of a media process. */
export const NO_FREE_CHANNEL = 'Waiting for a free channel of the trunk.';

/** The first trunk in the account's order that can accept the call now. @param channels 2 for a human call */
export function selectTrunk(offers: readonly TrunkCandidate[], channels: number): TrunkChoice {
  const enabled = offers.filter((offer) => offer.enabled);
  const [first] = enabled;
  if (!first) return { kind: 'waiting', reason: NO_TRUNK_ENABLED };
  const showing = enabled.filter(({ callerId }) => callerId !== null);
  if (showing.length === 0) return { kind: 'refused', reason: noCallerId(first.name) };
  const reached = showing.filter(({ state }) => state !== 'down');
  if (reached.length === 0) return { kind: 'waiting', reason: NO_TRUNK_REACHED };
  const working = reached.filter(({ state }) => state !== 'failing');
  if (working.length === 0) {
    return { kind: 'waiting', reason: failingReason(reached[0]?.reason ?? 'no answer') };
  }
  const free = working.find(({ freeChannels, isSlotDue }) => freeChannels >= channels && isSlotDue);
  if (!free) return { kind: 'waiting', reason: NO_FREE_CHANNEL };
  return { kind: 'trunk', id: free.id, callerId: free.callerId ?? '' };
}
