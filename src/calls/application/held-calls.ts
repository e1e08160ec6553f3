import { Injectable } from '@nestjs/common';
import type { Turn } from '../../platform/kernel/talk';
import type { Carrier } from '../../telephony';

/** A call that this process answers for: it asked the carrier, or took it over. */
export interface HeldCall {
  readonly callId: string;
  readonly accountId: string;
  readonly attempt: number;
  readonly carrier: Carrier;
  /** What was said so far, by the time it began. */
  turns: readonly Turn[];
  /** How many turns the database has. */
  keptTurns: number;
}

/** The calls of this worker, in memory; whether they are its own is said by the lease in the database. */
@Injectable()
export class HeldCalls {
  readonly #calls = new Map<string, HeldCall>();

  hold(call: Pick<HeldCall, 'callId' | 'accountId' | 'attempt' | 'carrier'>): void {
    this.#calls.set(call.callId, { ...call, turns: [], keptTurns: 0 });
  }

  /** Lets go of a dial; a later dial of the same call is still held. */
  release(callId: string, attempt: number): void {
    if (this.get(callId, attempt)) this.#calls.delete(callId);
  }

  /** The call, if it is this dial of it that is held. */
  get(callId: string, attempt: number): HeldCall | undefined {
    const held = this.#calls.get(callId);
    return held?.attempt === attempt ? held : undefined;
  }

  /** More of the transcript; what is known already changes nothing. */
  said(callId: string, attempt: number, turns: readonly Turn[]): void {
    const held = this.get(callId, attempt);
    if (!held) return;
    const known = new Set(held.turns.map(keyOf));
    const fresh = turns.filter((turn) => !known.has(keyOf(turn)));
    if (fresh.length > 0) held.turns = [...held.turns, ...fresh].sort((a, b) => a.startMs - b.startMs);
  }

  all(): HeldCall[] {
    return [...this.#calls.values()];
  }
}

const keyOf = ({ speaker, startMs }: Turn): string => `${speaker} ${startMs}`;

/** Our reference of a dial, as carriers know it: the call and the number of its dial. */
export function referenceOf(callId: string, attempt: number): string {
  return `${callId}.${attempt}`;
}

/** The call and the dial that a reference means. */
export function readReference(reference: string): { callId: string; attempt: number } {
  const at = reference.lastIndexOf('.');
  return { callId: reference.slice(0, at), attempt: Number(reference.slice(at + 1)) };
}
