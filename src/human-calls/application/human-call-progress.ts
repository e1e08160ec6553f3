import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CallingLines } from '../../accounts';
import {
  CallEventHandler,
  type LegReference,
  type LegState,
  LegMonitor,
  ActiveLegs,
  readReference,
  type Refusal,
  talkDeadline,
  writeReference,
} from '../../calling';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { Outbox } from '../../platform/events/outbox';
import { decimalOf } from '../../platform/kernel/amount';
import {
  type CarrierEvent,
  CarrierEventRouter,
  Carriers,
  PendingRecordings,
  type LegEnd,
} from '../../carriers';
import { TrunkChannels } from '../../trunks';
import type { HumanCall } from '../domain/human-call';
import { DIAL, type HumanCallState } from '../domain/human-call-state';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanTalkRepository } from '../infrastructure/human-talk.repository';
import { HumanCallFinisher } from './human-call-finisher';
import { HumanCallRecordings } from './human-call-recordings';
import { ringingWatchdog } from './human-call-deadlines';

/** Applies the facts that carriers report about both legs, which may be doubled, late or out of order (R5). */
@Injectable()
export class HumanCallProgress extends CallEventHandler implements OnModuleInit {
  override readonly kind = 'human';
  override readonly noun = 'human call';
  override readonly dialsMetric = {
    name: 'aics_human_dials_total',
    help: 'Human calls by what the carrier answered.',
  };

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly lines: CallingLines,
    private readonly credits: Credits,
    private readonly calls: HumanCallRepository,
    private readonly talks: HumanTalkRepository,
    private readonly finisher: HumanCallFinisher,
    private readonly activeLegs: ActiveLegs,
    private readonly monitor: LegMonitor,
    private readonly events: CarrierEventRouter,
    private readonly carriers: Carriers,
    private readonly channels: TrunkChannels,
    private readonly recordings: HumanCallRecordings,
    private readonly pendingRecordings: PendingRecordings,
  ) {
    super();
  }

  onModuleInit(): void {
    this.events.register('hcall', this);
    this.monitor.register(this);
  }

  override async handle(fact: CarrierEvent, carrier: string): Promise<void> {
    const leg = readReference(fact.reference);
    switch (fact.type) {
      case 'ended':
        return this.#ended(leg, fact.end, fact.at, carrier);
      case 'ringing':
      case 'answered':
        return this.#moved(leg, fact, carrier);
      case 'recording_stored':
        return this.#recorded(leg, fact.ms, carrier);
      case 'recording_unavailable':
        return this.#recordingLost(leg, carrier);
      case 'timeline':
        return this.#extendWatchdog(leg, carrier);
      case 'transcript':
      case 'answering_party':
      case 'transcription':
        return;
    }
  }

  override async legs(callIds: readonly string[]): Promise<LegState[]> {
    return (await this.calls.read(callIds)).map(({ id, accountId, carrier, status, answeredAt }) => ({
      callId: id,
      attempt: DIAL,
      accountId,
      carrier,
      talkingSince: status === 'in_progress' ? answeredAt : null,
    }));
  }

  override silent(now: Date, limit: number): Promise<string[]> {
    return this.calls.silent(now, limit);
  }

  override storeCarrierId({ callId }: LegReference, carrierId: string): Promise<boolean> {
    return this.calls.storeCarrierId(callId, carrierId);
  }

  /** A human call is never requeued; it fails. */
  override refused(leg: LegReference, { reason }: Refusal): Promise<void> {
    return this.#failed(leg, `The carrier refused: ${reason}`);
  }

  override onNotReceived(leg: LegReference): Promise<void> {
    return this.#failed(leg, 'The carrier never received the request.');
  }

  #failed(leg: LegReference, reason: string): Promise<void> {
    const end = {
      cause: 'failed',
      by: 'carrier',
      talkMs: null,
      unansweredLeg: 'counsellor',
      reason,
    } as const;
    return this.ended(leg, end, this.clock.now());
  }

  override ended(leg: LegReference, end: LegEnd, at: Date): Promise<void> {
    return this.#ended(leg, end, at, null);
  }

  /**
   * The connection ended: frees the line, settles the credits, and starts the analysis or announces that there is none.
   */
  async #ended(leg: LegReference, end: LegEnd, at: Date, reportedBy: string | null): Promise<void> {
    const { callId } = leg;
    await this.unitOfWork.run(async () => {
      const call = await this.calls.lock(callId);
      if (reportedBy !== null && call?.state.carrier !== reportedBy) return;
      const before = call?.state.status;
      const { recording } = end;
      const isReal = this.carriers.overTrunks.includes(call?.state.carrier ?? '');
      const recorded = isReal ? (end.recorded ?? null) : undefined;
      if (!call?.end({ ...end, hasTranscript: recording !== undefined, recorded }, at)) return;
      const { accountId, durationSeconds } = call.state;
      // Whoever led the call has freed its channels before, unless that process is dead.
      if (isReal) await this.channels.abandon(callId, DIAL, at);
      if (recording) {
        const recordedSeconds = Math.floor(recording.durationMs / 1_000);
        await this.talks.store(callId, { turns: recording.turns, recordedSeconds });
      }
      await this.#expectRecording(call, end, at);
      // The contact's phone never rang, so the dial does not count (R23).
      const neverRung =
        before === 'ringing_counsellor' && durationSeconds === null && stoppedFirst(call.state, end);
      if (neverRung) await this.lines.undoDial(accountId, callId, DIAL, at);
      else await this.lines.free(callId, DIAL, at);
      await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
      const talk = {
        accountId,
        subjectId: callId,
        type: 'human_call',
        talkSeconds: durationSeconds,
      } as const;
      call.charge(decimalOf(await this.credits.settle(talk)));
      await this.finisher.store([call]);
    });
    this.activeLegs.remove(leg);
  }

  /** Trunks are tried one after another, each until its timeout. */
  async #extendWatchdog({ callId }: LegReference, reportedBy: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const call = await this.calls.lock(callId);
      if (call?.state.carrier !== reportedBy) return;
      const { maxTalkSeconds } = call.state;
      const pace = this.carriers.find(reportedBy);
      if (call.extendWatchdog(ringingWatchdog(this.clock.nowMs(), maxTalkSeconds ?? 0, pace)))
        await this.finisher.store([call]);
    });
  }

  /** The recording was stored. One of a call that has no use for it any more is removed. */
  async #recorded({ callId }: LegReference, ms: number, reportedBy: string): Promise<void> {
    const isUnwanted = await this.unitOfWork.run(async () => {
      const call = await this.calls.lock(callId);
      if (call?.state.carrier !== reportedBy) return false;
      if (!call.recorded(ms, this.clock.now())) return true;
      await this.finisher.store([call]);
      return false;
    });
    if (isUnwanted) await this.recordings.forget([callId]);
  }

  async #recordingLost({ callId }: LegReference, reportedBy: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const call = await this.calls.lock(callId);
      if (call?.state.carrier === reportedBy && call.recordingLost()) await this.finisher.store([call]);
    });
  }

  /** What the carrier recorded is fetched from now on. */
  async #expectRecording(call: HumanCall, { recorded, talkMs }: LegEnd, endedAt: Date): Promise<void> {
    const { id, carrier } = call.state;
    const reference = writeReference({ callId: id, attempt: DIAL });
    if (recorded?.late && call.state.recording === 'awaited' && carrier !== null)
      await this.pendingRecordings.schedule({
        ...recorded.late,
        reference,
        carrier,
        talkMs: recorded.ms,
        endedAt,
      });
    else if (call.mayHaveCarrierRecording)
      await this.pendingRecordings.scheduleFromLegs(id, reference, talkMs ?? 0, endedAt);
  }

  async #moved(
    reference: LegReference,
    { type, leg, at }: Extract<CarrierEvent, { type: 'ringing' | 'answered' }>,
    reportedBy: string,
  ) {
    const strayOf = await this.unitOfWork.run(async () => {
      const call = await this.calls.lock(reference.callId);
      if (call?.state.carrier !== reportedBy) return null;
      const { carrier: name, maxTalkSeconds } = call.state;
      const isStray = call.isFinal;
      if (type === 'ringing') return isStray ? name : null;
      const carrier = this.carriers.find(name);
      const nowMs = this.clock.nowMs();
      const maxSeconds = maxTalkSeconds ?? 0;
      if (leg === 'counsellor') call.counsellorAnswers(ringingWatchdog(nowMs, maxSeconds, carrier));
      else call.contactAnswers(at, talkDeadline(nowMs, maxSeconds, carrier));
      await this.finisher.store([call]);
      return isStray ? name : null;
    });
    // A leg of a final call is hung up at once; the status stays (R6).
    if (strayOf !== null) await this.carriers.find(strayOf)?.hangUp(writeReference(reference));
  }
}

/** Whether the contact's leg is known never to have been rung. */
function stoppedFirst({ statusUpdates }: HumanCallState, { unansweredLeg: who }: LegEnd): boolean {
  return who === 'counsellor' || statusUpdates === 'realtime';
}
