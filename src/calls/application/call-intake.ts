import { Injectable } from '@nestjs/common';
import { Accounts, type CallingRules } from '../../accounts';
import { Outbox } from '../../platform/events/outbox';
import type { CallState } from '../domain/call-state';
import type { TimelineEntry } from '../domain/timeline';
import { describeCallHold, scheduleOf } from './dispatch/call-wait-reasons';
import { MINUTE_MS } from '../../platform/kernel/time/durations';

/** The first timeline entries of accepted calls, and the reminder of the dispatcher, which writes later call holds. */
@Injectable()
export class CallIntake {
  constructor(
    private readonly accounts: Accounts,
    private readonly outbox: Outbox,
  ) {}

  /** Wakes the dispatcher. */
  async remind(accountId: string): Promise<void> {
    await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
  }

  /** The first entries of the calls' timelines. */
  async entries(calls: readonly CallState[]): Promise<TimelineEntry[]> {
    const [first] = calls;
    if (!first) return [];
    const scheduled = calls.some((call) => scheduleOf(call));
    const rules = scheduled ? await this.accounts.rules(first.accountId) : null;
    const opening = rules && openings(rules);
    return calls.flatMap((call) => {
      const entry = { callId: call.id, at: call.createdAt };
      const accepted = { ...entry, type: 'accepted' as const, message: 'The call was accepted and queued.' };
      const schedule = scheduleOf(call);
      if (!schedule || !opening) return [accepted];
      const until = call.test ? schedule : opening(schedule);
      const message = describeCallHold({ rule: 'scheduled', until }, rules.timeZone);
      return [accepted, { ...entry, type: 'held' as const, message }];
    });
  }
}

/** The first instant within calling hours from a schedule on, computed once for each minute: calling hours have no seconds. */
function openings(rules: CallingRules): (schedule: Date) => Date {
  const ofMinutes = new Map<number, Date>();
  return (schedule) => {
    const minute = Math.floor(schedule.getTime() / MINUTE_MS);
    const opening = ofMinutes.get(minute) ?? rules.opening(new Date(minute * MINUTE_MS), false);
    ofMinutes.set(minute, opening);
    return opening > schedule ? opening : schedule;
  };
}
