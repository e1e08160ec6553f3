import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts';
import type { CallState } from '../domain/call-state';
import type { TimelineEntry } from '../domain/timeline';
import { TimelineRepository } from '../infrastructure/timeline.repository';
import { describeCallHold, scheduleOf } from './dispatch/call-wait-reasons';

/** Writes to the timelines of accepted calls of one account. The dispatcher writes each later call hold. */
@Injectable()
export class CallIntake {
  constructor(
    private readonly accounts: Accounts,
    private readonly timeline: TimelineRepository,
  ) {}

  async record(calls: readonly CallState[]): Promise<void> {
    await this.timeline.add(await this.entries(calls));
  }

  /** The entries alone, for callers that store only some of the calls. */
  async entries(calls: readonly CallState[]): Promise<TimelineEntry[]> {
    const [first] = calls;
    if (!first) return [];
    const scheduled = calls.some((call) => scheduleOf(call));
    const zone = scheduled ? (await this.accounts.rules(first.accountId)).timeZone : '';
    return calls.flatMap((call) => {
      const entry = { callId: call.id, at: call.createdAt };
      const until = scheduleOf(call);
      const accepted = { ...entry, type: 'accepted' as const, message: 'The call was accepted and queued.' };
      if (!until) return [accepted];
      return [
        accepted,
        { ...entry, type: 'held' as const, message: describeCallHold({ rule: 'scheduled', until }, zone) },
      ];
    });
  }
}
