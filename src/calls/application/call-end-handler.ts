import { Injectable } from '@nestjs/common';
import { CallResources, type LegReference, type Refusal, writeReference } from '../../calling';
import { Clock } from '../../platform/clock';
import { isUniqueViolation } from '../../platform/database/sql-state';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { Turn } from '../../shared-kernel/talk';
import { type Carrier, PendingRecordings, type LegEnd } from '../../carriers';
import type { Call } from '../domain/call';
import type { CallState } from '../domain/call-state';
import { CallRepository } from '../infrastructure/call.repository';
import { TalkRepository } from '../infrastructure/talk.repository';
import { CallFinisher } from './call-finisher';

@Injectable()
export class CallEndHandler {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly resources: CallResources,
    private readonly calls: CallRepository,
    private readonly talks: TalkRepository,
    private readonly finisher: CallFinisher,
    private readonly pendingRecordings: PendingRecordings,
  ) {}

  /**
   * Starts the analysis or announces the call.
   * @param reportedBy the carrier; null: the service itself
   * @returns the call, unless it had ended before
   */
  async onEnded(
    leg: LegReference,
    end: LegEnd,
    at: Date,
    turns: readonly Turn[],
    reportedBy: string | null,
  ): Promise<CallState | null> {
    const call = await this.calls.lockLeg(leg, reportedBy);
    const recordingFile = this.resources.recordingFileOf(call, end);
    if (!call?.end({ ...end, recordingFile }, at)) return null;
    const transcript = turns.length > 0 ? turns : await this.#storedTurns(call);
    if (transcript.length > 0) await this.talks.storeTurns(leg.callId, transcript);
    await this.finisher.store([call]);
    await Promise.all([
      this.resources.freeLine(call, at),
      this.resources.freeChannels(call, at),
      this.resources.wakeDispatcher(call),
      this.#expectPart(call, end, at),
    ]);
    await this.resources.settle(call, 'ai_call');
    return call.state;
  }

  /** The turns that a lost process had stored. */
  async #storedTurns({ state: { id, answeredAt } }: Call): Promise<readonly Turn[]> {
    return answeredAt ? ((await this.talks.turnsSoFar([id])).get(id) ?? []) : [];
  }

  /** The carrier refused before it rang: requeues the call with backoff, or fails it (R8). */
  async onRefused(leg: LegReference, refusal: Refusal, carrier: Carrier): Promise<void> {
    const [call] = await this.calls.read([leg.callId]);
    if (!call) return;
    const { accountId } = call.state;
    const store = (mayWait: boolean) =>
      this.unitOfWork.run(() => this.#onRefused(accountId, leg, refusal, carrier, mayWait));
    try {
      await store(refusal.temporary);
    } catch (error) {
      // Another call to the number was queued between the check and the commit, so this one fails at once (R8).
      if (!isUniqueViolation(error)) throw error;
      await store(false);
    }
  }

  async #onRefused(
    accountId: string,
    leg: LegReference,
    { reason, temporary, countsAsDial: counts = false }: Refusal,
    carrier: Carrier,
    mayWait: boolean,
  ): Promise<void> {
    await this.resources.lockLine(accountId);
    const call = await this.calls.lockLeg(leg, null);
    if (call?.state.status !== 'dialing') return;
    const now = this.clock.now();
    const mayRetry = mayWait && (await this.calls.mayWaitAgain(call.state));
    call.refuse(reason, temporary, mayRetry, now, (ms) => carrier.waitMs(ms));
    await this.finisher.store([call]);
    if (counts) await this.resources.freeLine(call, now);
    else await this.resources.undoDial(call, now);
    await this.resources.freeChannels(call, now);
    await this.resources.wakeDispatcher(call);
    await this.resources.settle(call, 'ai_call');
  }

  /** Fetches the carrier's recording of a talk from now on, and puts it into ours. */
  async #expectPart({ state }: Call, { recordingFile, talkMs }: LegEnd, endedAt: Date): Promise<void> {
    const { late } = recordingFile ?? {};
    const { id: callId, attempt, carrier } = state;
    if (!late?.part || carrier === null) return;
    const reference = writeReference({ callId, attempt });
    const partMs = Math.max(0, (talkMs ?? 0) - late.part.fromMs);
    await this.pendingRecordings.schedule({ ...late, reference, carrier, talkMs: partMs, endedAt });
  }
}
