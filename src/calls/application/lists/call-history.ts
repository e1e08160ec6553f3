import { Injectable } from '@nestjs/common';
import { Accounts, CallingLines } from '../../../accounts';
import { Clock } from '../../../platform/clock';
import type { CallState } from '../../domain/call-state';
import type { TimelineEntry } from '../../domain/timeline';
import { TimelineRepository } from '../../infrastructure/timeline.repository';
import { describeReason } from '../dispatch/call-wait-reasons';

/** Builds a call's timeline from its own entries and the periods in which its account was on hold. */
@Injectable()
export class CallHistory {
  constructor(
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly lines: CallingLines,
    private readonly timeline: TimelineRepository,
  ) {}

  async of(call: CallState): Promise<TimelineEntry[]> {
    const own = await this.timeline.list(call.id);
    // An inbound call does not wait.
    if (call.test || call.direction === 'inbound') return own;
    return merge(own, await this.#accountHolds(call, own));
  }

  async #accountHolds(call: CallState, own: readonly TimelineEntry[]): Promise<TimelineEntry[]> {
    const waits = waitsOf(call, own, this.clock.now());
    const [first, last] = [waits[0], waits.at(-1)];
    if (!first || !last) return [];
    const periods = await this.lines.holdPeriods(call.accountId, first.from, last.to);
    if (periods.length === 0) return [];
    const { timeZone } = await this.accounts.rules(call.accountId);
    return waits.flatMap((wait) => {
      const inIt = periods.filter(
        ({ since, until }) => since < wait.to && (until === null || until > wait.from),
      );
      return inIt.flatMap(({ reason, since, expectedUntil, until }, at) => {
        const message = describeReason(reason, expectedUntil, timeZone);
        const onHold = accountEntry(call, since > wait.from ? since : wait.from, 'held', message);
        const over = until && until <= wait.to ? until : wait.dialed ? wait.to : null;
        // When another account hold follows at once, the call is not released in between.
        if (over === null || inIt[at + 1]?.since.getTime() === over.getTime()) return [onHold];
        return [onHold, accountEntry(call, over, 'released', 'What held the account is over.')];
      });
    });
  }
}

/** A period in which the call could have been dialed without an account hold. */
interface Wait {
  readonly from: Date;
  readonly to: Date;
  readonly dialed: boolean;
}

/** The waits before the first dial and after each refusal. */
function waitsOf(call: CallState, own: readonly TimelineEntry[], now: Date): Wait[] {
  const timesOf = (wanted: TimelineEntry['type']) =>
    own.filter(({ type }) => type === wanted).map(({ at }) => at);
  const dials = timesOf('line_taken');
  return [call.queuedFrom, ...timesOf('carrier_refused')]
    .map((from, at) => ({
      from,
      to: dials[at] ?? call.endedAt ?? now,
      dialed: dials[at] !== undefined,
    }))
    .filter(({ from, to }) => from < to);
}

const accountEntry = (
  { id: callId }: CallState,
  at: Date,
  type: TimelineEntry['type'],
  message: string,
): TimelineEntry => ({ callId, at, type, message });

/** Entries that start a wait. The account may be on hold at the same instant. */
const WAITS_AFTER: readonly TimelineEntry['type'][] = ['retry', 'accepted', 'carrier_refused'];

/** Within one instant: the start of a wait, then account holds, then everything else. */
function merge(own: readonly TimelineEntry[], onHold: TimelineEntry[]): TimelineEntry[] {
  const left = [...onHold];
  const all = own.flatMap((entry) => {
    const at = left.findIndex(
      (one) =>
        one.at > entry.at || (one.at.getTime() === entry.at.getTime() && WAITS_AFTER.includes(entry.type)),
    );
    return [...left.splice(0, at < 0 ? left.length : at), entry];
  });
  return [...all, ...left];
}
