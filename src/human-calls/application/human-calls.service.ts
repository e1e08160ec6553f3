import { Injectable, Logger } from '@nestjs/common';
import { Accounts, CallingLines, DoNotCallList, People } from '../../accounts';
import { writeReference } from '../../calling';
import { Counsellors } from '../../counsellors';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { Outbox } from '../../platform/events/outbox';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { IdempotencyKeys, type CreatedResource } from '../../platform/idempotency/idempotency';
import { newId } from '../../platform/ids';
import { DomainError } from '../../platform/kernel/domain-error';
import { describeError } from '../../platform/logging';
import { Carriers } from '../../carriers';
import { type HumanCall } from '../domain/human-call';
import {
  DIAL,
  type Disposition,
  type HumanCallState,
  type NewHumanCall,
  queuedHumanCall,
} from '../domain/human-call-state';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { humanCallNotFound } from './human-call-errors';
import { HumanCallFinisher } from './human-call-finisher';
import { HumanCallReader } from './human-call-reader';

export interface CounsellorReference {
  readonly id?: string;
  readonly email?: string;
}

@Injectable()
export class HumanCalls {
  readonly #logger = new Logger(HumanCalls.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly idempotency: IdempotencyKeys,
    private readonly outbox: Outbox,
    private readonly accounts: Accounts,
    private readonly people: People,
    private readonly lines: CallingLines,
    private readonly doNotCall: DoNotCallList,
    private readonly counsellors: Counsellors,
    private readonly credits: Credits,
    private readonly carriers: Carriers,
    private readonly calls: HumanCallRepository,
    private readonly reader: HumanCallReader,
    private readonly finisher: HumanCallFinisher,
  ) {}

  /**
   * No carrier is involved (R1). Keys of different `operation`s are different.
   * @throws DomainError counsellor_not_found, counsellor_unavailable, do_not_call, insufficient_credits,
   *   idempotency_key_reused
   */
  async queue(
    accountId: string,
    by: CounsellorReference,
    request: NewHumanCall,
    key: IdempotencyKey | null,
    operation = 'POST /human-calls',
  ) {
    const { replay, resourceId } = await this.idempotency.once(accountId, operation, key, () =>
      this.#queueOne(accountId, by, request),
    );
    return { ...(await this.reader.view(accountId, resourceId)), idempotent_replay: replay };
  }

  /** Hangs up a ringing phone. @throws DomainError not_found, human_call_not_cancelable with the current status */
  async cancel(accountId: string, id: string) {
    const dialed = await this.unitOfWork.run(async () => {
      const call = await this.#lock(accountId, id);
      const now = this.clock.now();
      const { status: before, statusUpdates } = call.state;
      const wasDialed = before !== 'queued';
      if (!call.cancel('Canceled on request.', now)) {
        const message = 'Only a human call on which nobody talks yet can be canceled.';
        throw new DomainError('human_call_not_cancelable', message, { status: before });
      }
      // The contact's phone never rang, so the dial does not count (R23).
      const neverRung = before === 'ringing_counsellor' && statusUpdates === 'realtime';
      if (neverRung) await this.lines.undoDial(accountId, id, DIAL, now);
      else if (wasDialed) await this.lines.free(id, DIAL, now);
      await this.finisher.storeUnqueued(accountId, [call]);
      if (wasDialed) {
        await this.credits.settle({ accountId, subjectId: id, type: 'human_call', talkSeconds: null });
      }
      return wasDialed ? call.state : null;
    });
    if (dialed) await this.#hangUp(dialed);
    return this.reader.view(accountId, id);
  }

  /** Records the disposition, in any status; null clears the note. @throws DomainError not_found */
  async dispose(accountId: string, id: string, said: Omit<Disposition, 'recordedAt'>) {
    await this.unitOfWork.run(async () => {
      const call = await this.#lock(accountId, id);
      call.dispose(said, this.clock.now());
      await this.finisher.store([call]);
    });
    return this.reader.view(accountId, id);
  }

  async #queueOne(
    accountId: string,
    by: CounsellorReference,
    request: NewHumanCall,
  ): Promise<CreatedResource<Record<string, never>>> {
    const counsellor = await this.counsellors.lockForCalling(accountId, by);
    const { blockedReason: reason } = counsellor;
    if (reason !== null) {
      throw new DomainError('counsellor_unavailable', `The counsellor takes no calls now. ${reason}`, {
        reason,
      });
    }
    await this.doNotCall.refuseListed(accountId, request.phoneNumber);
    const carrier = this.carriers.of(await this.accounts.get(accountId));
    const { statusUpdates = 'realtime', usesCredits: hosted = true } = carrier?.can ?? {};
    if (hosted) {
      const credits = await this.credits.standing(accountId);
      credits.requireOneMinute(credits.rates.humanCall);
    }
    const leadId = (await this.people.leads.onlyOneWith(accountId, request.phoneNumber))?.id ?? null;
    const more = { id: newId('hcall'), accountId, counsellor, leadId, statusUpdates, hosted };
    const call = queuedHumanCall(request, more, this.clock.now());
    await this.calls.insert(call);
    // Over trunks a media process stores that it waits for a line.
    await this.lines.wait(accountId, call.id, !carrier?.can.overTrunks);
    await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
    return { resourceId: call.id, first: {} };
  }

  async #lock(accountId: string, id: string): Promise<HumanCall> {
    const call = await this.calls.lockOne(accountId, id);
    if (!call) throw humanCallNotFound();
    return call;
  }

  /** Runs after the commit. A process that has the connection hangs up when its line is freed. */
  async #hangUp({ id, carrier }: HumanCallState): Promise<void> {
    try {
      await this.carriers.find(carrier ?? '')?.hangUp(writeReference({ callId: id, attempt: DIAL }));
    } catch (error) {
      this.#logger.warn(`human call ${id} was not hung up: ${JSON.stringify(describeError(error))}`);
    }
  }
}

export type { NewHumanCall };
