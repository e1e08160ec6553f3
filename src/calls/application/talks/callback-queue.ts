import { Injectable } from '@nestjs/common';
import { Accounts } from '../../../accounts';
import { UnitOfWork } from '../../../platform/database/unit-of-work';
import { DomainError } from '../../../platform/kernel/domain-error';
import { dialProblem } from '../../../platform/phone-number';
import { SOFTPHONE } from '../../../shared-kernel/softphone';
import type { CallbackResult, NewCallback } from '../../../tools';
import { ANONYMOUS, type CallState, type NewCall } from '../../domain/call-state';
import { CallRepository } from '../../infrastructure/call.repository';
import { CallCancellation } from '../call-cancellation';
import { Calls } from '../calls.service';

const MAX_IN_A_ROW = 3;

/** Queues the calls back that agents promise. */
@Injectable()
export class CallbackQueue {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rows: CallRepository,
    private readonly accounts: Accounts,
    private readonly calls: Calls,
    private readonly cancellation: CallCancellation,
  ) {}

  /** Refuses what POST /calls refuses; the call that this one would replace then stays queued. */
  async queue(call: CallState, { at, replaces }: NewCallback): Promise<CallbackResult> {
    const refusal = await this.#refusalOf(call);
    if (refusal) return refusal;
    try {
      // The call that is replaced has the same number, so it is canceled first.
      return await this.unitOfWork.run(async () => {
        if (replaces !== null) await this.#cancel(call.accountId, replaces);
        const { id } = await this.calls.queue(call.accountId, callbackTo(call, at), null);
        return { callId: id };
      });
    } catch (error) {
      if (error instanceof DomainError) return { code: error.code as string, message: error.message };
      throw error;
    }
  }

  async #refusalOf(call: CallState): Promise<CallbackResult | null> {
    if (call.phoneNumber === ANONYMOUS || call.phoneNumber === SOFTPHONE)
      return { code: 'no_number', message: 'The caller withheld the number.' };
    const { countries } = await this.accounts.get(call.accountId);
    const problem = dialProblem(call.phoneNumber, countries);
    if (problem !== undefined) return { code: 'invalid_request', message: `phone_number ${problem}.` };
    if (!(await this.#isLastInARow(call))) return null;
    return { code: 'too_many_callbacks', message: `${MAX_IN_A_ROW} callbacks followed each other already.` };
  }

  async #cancel(accountId: string, id: string): Promise<void> {
    try {
      await this.cancellation.ofCall(accountId, id);
    } catch (error) {
      // The call was dialed or canceled meanwhile.
      if (!(error instanceof DomainError)) throw error;
    }
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
