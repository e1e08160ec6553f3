import { Injectable } from '@nestjs/common';
import { Accounts } from '../../../accounts';
import { Agents } from '../../../agents';
import { contactView } from '../../../calling';
import { Clock } from '../../../platform/clock';
import type { CallbackResult, NewCallback, CallsForTools } from '../../../tools';
import type { TalkCall } from '../../../shared-kernel/tool-use';
import { CallRepository } from '../../infrastructure/call.repository';
import { CallTimeline } from '../call-timeline';
import { CallbackQueue } from './callback-queue';
import { valuesOf } from './talk-brief';

/** Calls as tools need them: what requests state of one, and the calls back that agents promise. */
@Injectable()
export class CallsForToolsAdapter implements CallsForTools {
  constructor(
    private readonly clock: Clock,
    private readonly rows: CallRepository,
    private readonly agents: Agents,
    private readonly accounts: Accounts,
    private readonly callbacks: CallbackQueue,
    private readonly timeline: CallTimeline,
  ) {}

  async find(accountId: string, callId: string): Promise<TalkCall | null> {
    const call = await this.rows.find(accountId, callId);
    if (!call) return null;
    const { timezone: timeZone } = await this.accounts.get(accountId);
    const now = call.dialedAt ?? call.createdAt;
    const values = this.agents.placeholderValues(valuesOf(call), now, timeZone);
    values.set('phone_number', call.phoneNumber);
    values.set('external_id', call.externalId ?? '');
    values.set('call_id', call.id);
    const { agentId, direction, test, phoneNumber, variables, metadata } = call;
    return {
      agentId,
      direction: direction ?? 'outbound',
      test,
      phoneNumber,
      contact: contactView(call),
      variables,
      metadata,
      values: Object.fromEntries(values),
      timeZone,
    };
  }

  async queueCallback(accountId: string, callId: string, request: NewCallback): Promise<CallbackResult> {
    const call = await this.rows.find(accountId, callId);
    return call ? this.callbacks.queue(call, request) : { code: 'not_found', message: 'The call is gone.' };
  }

  note(callId: string, message: string): Promise<void> {
    return this.timeline.add([{ callId, at: this.clock.now(), type: 'tool', message }]);
  }
}
