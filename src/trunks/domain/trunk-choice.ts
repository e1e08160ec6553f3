import { noCallerId } from './caller-id';
import { failingReason } from './circuit-breaker';

/** A trunk of the account, as a process that may dial sees it. */
export interface TrunkCandidate {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** `failing`: the circuit breaker is open and no probe is due. */
  readonly state: 'up' | 'unknown' | 'down' | 'failing';
  /** Of a failing trunk: the last status. */
  readonly reason: string | null;
  /** Channels that no leg uses. */
  readonly freeChannels: number;
  /** Its next first leg may begin now. */
  readonly isSlotDue: boolean;
  /** What it would show; null: it has no number to call from. */
  readonly callerId: string | null;
}

/** What a client reads as it is. */
export type Sentence = `${string}.`;

export type TrunkChoice =
  | { readonly kind: 'trunk'; readonly id: string; readonly callerId: string }
  /** No trunk will ever accept the call. `reason` follows "The carrier refused". */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The call stays in the queue, with this reason for the client. */
  | { readonly kind: 'waiting'; readonly reason: Sentence };

const NO_TRUNK_ENABLED = 'No trunk of the account is enabled.';
const NO_TRUNK_REACHED = 'No trunk of the account can be reached; the call goes on when one answers.';
/** Also while the next slot of the trunk's call rate is awaited, or room in a media process. */
export const NO_FREE_CHANNEL = 'Waiting for a free channel of the trunk.';

/**
 * The trunk of a call: the first in the account's order that can accept it now.
 * @param channels that the call needs: 1, or 2 for a human call
 */
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
