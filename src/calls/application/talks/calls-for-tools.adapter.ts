import { Injectable } from '@nestjs/common';
import { Accounts } from '../../../accounts';
import { Agents } from '../../../agents';
import { contactView } from '../../../calling';
import { Clock } from '../../../platform/clock';
import { DomainError } from '../../../platform/kernel/domain-error';
import type { CallbackResult, NewCallback, CallsForTools } from '../../../tools';
import { SOFTPHONE } from '../../../shared-kernel/softphone';
import type { TalkCall } from '../../../shared-kernel/tool-use';
import { ANONYMOUS, type CallState, type NewCall } from '../../domain/call-state';
import { CallRepository } from '../../infrastructure/call.repository';
import { CallCancellation } from '../call-cancellation';
import { CallTimeline } from '../call-timeline';
import { Calls } from '../calls.service';
import { valuesOf } from './talk-brief';

const MAX_IN_A_ROW = 3;

/** Calls as tools need them: what requests state of one, and the calls back that agents promise. */
@Injectable()
export class CallsForToolsAdapter implements CallsForTools {
  constructor(
    private readonly clock: Clock,
    private readonly rows: CallRepository,
    private readonly agents: Agents,
    private readonly accounts: Accounts,
    private readonly calls: Calls,
    private readonly cancellation: CallCancellation,
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

  /** A call that the talk queued before is canceled first: it has the same number. */
  async queueCallback(
    accountId: string,
    callId: string,
    { at, replaces }: NewCallback,
  ): Promise<CallbackResult> {
    const call = await this.rows.find(accountId, callId);
    if (!call) return { code: 'not_found', message: 'The call is gone.' };
    if (call.phoneNumber === ANONYMOUS || call.phoneNumber === SOFTPHONE)
      return { code: 'no_number', message: 'The caller withheld the number.' };
    if (await this.#isLastInARow(call)) {
      return {
        code: 'too_many_callbacks',
        message: `${MAX_IN_A_ROW} callbacks followed each other already.`,
      };
    }
    if (replaces !== null) await this.cancellation.ofCall(accountId, replaces).catch(() => undefined);
    try {
      const { id } = await this.calls.queue(accountId, callbackTo(call, at), null);
      return { callId: id };
    } catch (error) {
      if (error instanceof DomainError) return { code: error.code as string, message: error.message };
      throw error;
    }
  }

  note(callId: string, message: string): Promise<void> {
    return this.timeline.add([{ callId, at: this.clock.now(), type: 'tool', message }]);
  }

  async #isLastInARow(call: CallState): Promise<boolean> {
    let before: CallState | null = call;
    for (let links = 0; links < MAX_IN_A_ROW; links += 1) {
      if (!before || before.callbackOf === null) return false;
      before = await this.rows.find(before.accountId, before.callbackOf);
    }
    return true;
  }
}

function callbackTo(call: CallState, at: Date): NewCall {
  return {
    phoneNumber: call.phoneNumber,
    agentId: call.agentId,
    contact: {
      name: call.contactName ?? undefined,
      email: call.contactEmail ?? undefined,
      externalId: call.externalId ?? undefined,
    },
    variables: call.variables,
    metadata: call.metadata,
    scheduledFor: at,
    test: call.test,
    callbackOf: call.id,
  };
}
