import { Injectable } from '@nestjs/common';
import { listView } from '../../platform/http/answers/lists';
import { DomainError } from '../../platform/kernel/domain-error';
import { InvocationRepository } from '../infrastructure/invocation.repository';
import { CallOfTalk } from './call-of-talk';
import { invocationView, outcomeTool } from './tool.view';

/** The uses of tools in calls. */
@Injectable()
export class Invocations {
  constructor(
    private readonly rows: InvocationRepository,
    private readonly calls: CallOfTalk,
  ) {}

  /** Oldest first. @throws DomainError not_found */
  async list(accountId: string, callId: string) {
    if (!(await this.calls.calls.find(accountId, callId))) {
      throw new DomainError('not_found', 'There is no call with this id in the account.');
    }
    return listView((await this.rows.ofCall(callId)).map(invocationView));
  }

  /** The uses in their current state, for the outcome of a call or a voice test. */
  async forOutcome(callId: string) {
    return (await this.rows.ofCall(callId)).map(outcomeTool);
  }

  /** Removes the invocations of voice tests, which are deleted as a whole. */
  async remove(testIds: readonly string[]): Promise<void> {
    await this.rows.remove(testIds);
  }
}
