import { Injectable } from '@nestjs/common';
import { Accounts, CallingLines } from '../../accounts';
import { Clock } from '../../platform/clock';
import type { CallState } from '../domain/call-state';
import type { TimelineEntry } from '../domain/timeline';
import { TimelineRepository } from '../infrastructure/timeline.repository';
import { describeReason } from './call-holds';

/** A call's timeline: what was written about it, and the times in which its account as a whole was held. */
@Injectable()
export class CallHistory {
  constructor(
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly lines: CallingLines,
    private readonly timeline: TimelineRepository,
  ) {}

  /** Oldest first, whole. */
  async of(call: CallState): Promise<TimelineEntry[]> {
    const own = await this.timeline.list(call.id);
    if (call.test) return own;
    const firstDial = own.find(({ type }) => type === 'line_taken')?.at;
    const held = await this.#accountHolds(call, firstDial ?? call.endedAt ?? this.clock.now());
    return merged(own, held);
  }

  async #accountHolds(call: CallState, end: Date): Promise<TimelineEntry[]> {
    const from = call.queuedFrom;
    if (end <= from) return [];
    const periods = await this.lines.holdPeriods(call.accountId, from, end);
    if (periods.length === 0) return [];
    const { timeZone } = await this.accounts.rules(call.accountId);
    return periods.flatMap(({ reason, since, expectedUntil, until }) => {
      const held: TimelineEntry = {
        callId: call.id,
        at: since > from ? since : from,
        type: 'held',
        message: describeReason(reason, expectedUntil, timeZone),
      };
      if (!until || until > end) return [held];
      return [
        held,
        { callId: call.id, at: until, type: 'released' as const, message: 'What held the account is over.' },
      ];
    });
  }
}

/** Both oldest first; what was written about the call keeps its order. */
function merged(own: readonly TimelineEntry[], held: TimelineEntry[]): TimelineEntry[] {
  const left = held.sort((a, b) => a.at.getTime() - b.at.getTime() || rank(a) - rank(b));
  const all = own.flatMap((entry) => {
    const isLater = (one: TimelineEntry) =>
      one.at > entry.at || (one.at.getTime() === entry.at.getTime() && rank(one) >= rank(entry));
    const at = left.findIndex(isLater);
    return [...left.splice(0, at < 0 ? left.length : at), entry];
  });
  return [...all, ...left];
}

/** What comes first of what is told of one instant: a hold follows the acceptance, and its end lets the call go. */
function rank({ type }: TimelineEntry): number {
  const first = ['accepted', 'held', 'released'].indexOf(type);
  return first < 0 ? 3 : first;
}
