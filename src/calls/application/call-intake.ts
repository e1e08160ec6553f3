import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts';
import { Outbox } from '../../platform/events/outbox';
import type { CallState } from '../domain/call-state';
import type { TimelineEntry } from '../domain/timeline';
import { describeCallHold, scheduleOf } from './dispatch/call-wait-reasons';

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

  /** What their timelines begin with. */
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
