import { Injectable } from '@nestjs/common';
import { CallingLines, type MemberReference } from '../../accounts';
import { Clock } from '../../platform/clock';
import { Outbox } from '../../platform/events/outbox';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { IdempotencyKeys, type CreatedResource } from '../../platform/idempotency/idempotency';
import { newId } from '../../platform/ids';
import { type NewHumanCall, queuedHumanCall } from '../domain/human-call-state';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanCallPrerequisites } from './human-call-prerequisites';
import { HumanCallReader } from './human-call-reader';

@Injectable()
export class HumanCalls {
  constructor(
    private readonly clock: Clock,
    private readonly idempotency: IdempotencyKeys,
    private readonly outbox: Outbox,
    private readonly lines: CallingLines,
    private readonly prerequisites: HumanCallPrerequisites,
    private readonly calls: HumanCallRepository,
    private readonly reader: HumanCallReader,
  ) {}

  /**
   * No carrier is involved (R1). Keys of different `operation`s are different.
   * @throws DomainError counsellor_not_found, counsellor_unavailable, do_not_call, insufficient_credits,
   *   idempotency_key_reused
   */
  async queue(
    accountId: string,
    by: MemberReference,
    request: NewHumanCall,
    key: IdempotencyKey | null,
    operation = 'POST /human-calls',
  ) {
    const { replay, resourceId } = await this.idempotency.once(accountId, operation, key, () =>
      this.#queueOne(accountId, by, request),
    );
    return { ...(await this.reader.view(accountId, resourceId)), idempotent_replay: replay };
  }

  /** What {@link queue} would answer; nothing is stored. @throws as {@link queue} */
  preview(accountId: string, by: MemberReference, request: NewHumanCall) {
    return this.idempotency.dryRun(async () => {
      const { resourceId } = await this.#queueOne(accountId, by, request);
      return { ...(await this.reader.view(accountId, resourceId)), idempotent_replay: false };
    });
  }

  async #queueOne(
    accountId: string,
    by: MemberReference,
    request: NewHumanCall,
  ): Promise<CreatedResource<Record<string, never>>> {
    const { overTrunks, ...found } = await this.prerequisites.of(accountId, by, request.phoneNumber);
    const more = { id: newId('hcall'), accountId, ...found };
    const call = queuedHumanCall(request, more, this.clock.now());
    await this.calls.insert(call);
    // Over trunks a media process stores that it waits for a line.
    await this.lines.wait(accountId, call.id, !overTrunks);
    await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
    return { resourceId: call.id, first: {} };
  }
}

export type { NewHumanCall };
