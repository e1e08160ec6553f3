import { Injectable } from '@nestjs/common';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { unknownCursor } from '../../platform/http/answers/lists';
import type { NewDisposition } from '../domain/human-call-state';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanCallCancellation } from './human-call-cancellation';
import { HumanCallDispositions } from './human-call-dispositions';
import { humanCallNotFound } from './human-call-errors';
import { type HumanCallFilter, HumanCallReader } from './human-call-reader';
import { HumanCalls, type NewHumanCall } from './human-calls.service';

export interface Owner {
  readonly accountId: string;
  readonly counsellorId: string;
}

/** Gives a counsellor access to own calls alone. The counsellor of a call never changes, so the check needs no lock. */
@Injectable()
export class OwnHumanCalls {
  constructor(
    private readonly calls: HumanCalls,
    private readonly reader: HumanCallReader,
    private readonly rows: HumanCallRepository,
    private readonly cancellation: HumanCallCancellation,
    private readonly dispositions: HumanCallDispositions,
  ) {}

  /** Newest first. @throws DomainError invalid_request when `startingAfter` is no call of the counsellor */
  async list(
    { accountId, counsellorId }: Owner,
    filter: Omit<HumanCallFilter, 'counsellorId'>,
    limit: number,
    startingAfter: string | undefined,
  ) {
    if (startingAfter !== undefined && !(await this.#isOwn({ accountId, counsellorId }, startingAfter)))
      throw unknownCursor('human call');
    return this.reader.list(accountId, { ...filter, counsellorId }, limit, startingAfter);
  }

  /** @throws DomainError not_found */
  async view(owner: Owner, id: string) {
    await this.#requireOwn(owner, id);
    return this.reader.view(owner.accountId, id);
  }

  /** The Idempotency-Key is the counsellor's own. @throws DomainError as HumanCalls.queue */
  queue({ accountId, counsellorId }: Owner, request: NewHumanCall, key: IdempotencyKey | null) {
    const operation = `POST /my-calls ${counsellorId}`;
    return this.calls.queue(accountId, { id: counsellorId }, request, key, operation);
  }

  /** @throws DomainError not_found, human_call_not_cancelable */
  async cancel(owner: Owner, id: string) {
    await this.#requireOwn(owner, id);
    await this.cancellation.cancel(owner.accountId, id);
    return this.reader.view(owner.accountId, id);
  }

  /** @throws DomainError not_found */
  async dispose(owner: Owner, id: string, disposition: NewDisposition) {
    await this.#requireOwn(owner, id);
    await this.dispositions.record(owner.accountId, id, disposition);
    return this.reader.view(owner.accountId, id);
  }

  async #requireOwn(owner: Owner, id: string): Promise<void> {
    if (!(await this.#isOwn(owner, id))) throw humanCallNotFound();
  }

  async #isOwn({ accountId, counsellorId }: Owner, id: string): Promise<boolean> {
    return (await this.rows.find(accountId, id))?.counsellorId === counsellorId;
  }
}
