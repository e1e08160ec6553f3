import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  CallEventHandler,
  type LegReference,
  type LegState,
  LegMonitor,
  ActiveLegs,
  readReference,
  type Refusal,
  ringingDeadline,
  talkDeadline,
  writeReference,
} from '../../calling';
import { Clock } from '../../platform/clock';
import { GroupCommit } from '../../platform/database/group-commit';
import { type Carrier, type CarrierEvent, CarrierEventRouter, Carriers, type LegEnd } from '../../carriers';
import { CallRepository } from '../infrastructure/call.repository';
import { DueCallsRepository } from '../infrastructure/due-calls.repository';
import { TalkRepository } from '../infrastructure/talk.repository';
import { CallEndHandler } from './call-end-handler';
import { CallRecordings } from './call-recordings';

type CarrierEventOf<Type extends CarrierEvent['type']> = Extract<CarrierEvent, { type: Type }>;

/** Applies the facts that carriers report, which may be doubled, late or out of order (R5). */
@Injectable()
export class CallProgress extends CallEventHandler implements OnModuleInit {
  override readonly kind = 'ai';
  override readonly noun = 'call';
  override readonly dialsMetric = { name: 'aics_dials_total', help: 'Dials by what the carrier answered.' };

  constructor(
    private readonly shared: GroupCommit,
    private readonly clock: Clock,
    private readonly calls: CallRepository,
    private readonly due: DueCallsRepository,
    private readonly talks: TalkRepository,
    private readonly ends: CallEndHandler,
    private readonly recordings: CallRecordings,
    private readonly activeLegs: ActiveLegs,
    private readonly monitor: LegMonitor,
    private readonly events: CarrierEventRouter,
    private readonly carriers: Carriers,
  ) {
    super();
  }

  onModuleInit(): void {
    this.events.register('call', this);
    this.monitor.register(this);
  }

  override async handle(fact: CarrierEvent, carrier: string): Promise<void> {
    const leg = readReference(fact.reference);
    switch (fact.type) {
      case 'transcript':
        if (this.activeLegs.get(leg)?.carrier.name === carrier) this.activeLegs.said(leg, fact.turns);
        return;
      case 'ended':
        return this.#ended(leg, fact.end, fact.at, carrier);
      case 'ringing':
      case 'answered':
        return this.#moved(leg, fact, carrier);
      case 'timeline':
        return this.#detailed(leg, fact, carrier);
      case 'answering_party':
        return this.#setAnsweredBy(leg, fact, carrier);
      case 'recording_stored':
        return this.#recorded(leg, fact, carrier);
      case 'transcription':
        return this.#transcribed(leg, fact, carrier);
      case 'recording_unavailable':
        // Only the carrier's part is lost: our own recording is stored.
        return;
    }
  }

  override async legs(callIds: readonly string[]): Promise<LegState[]> {
    const talks = await this.talks.find(callIds);
    return (await this.calls.read(callIds)).map(({ state }) => ({
      turns: talks.get(state.id)?.turns ?? [],
      callId: state.id,
      attempt: state.attempt,
      accountId: state.accountId,
      carrier: state.carrier,
      talkingSince: state.status === 'in_progress' ? state.answeredAt : null,
    }));
  }

  override silent(now: Date, limit: number): Promise<string[]> {
    return this.due.silent(now, limit);
  }

  override storeCarrierId({ callId, attempt }: LegReference, carrierId: string): Promise<boolean> {
    return this.calls.storeCarrierId(callId, attempt, carrierId);
  }

  override ended(leg: LegReference, end: LegEnd, at: Date): Promise<void> {
    return this.#ended(leg, end, at, null);
  }

  async #ended(leg: LegReference, end: LegEnd, at: Date, reportedBy: string | null): Promise<void> {
    const { turns = [] } = this.activeLegs.get(leg) ?? {};
    // Alone, each end would wait for the lock on the account's credits.
    await this.#shared(leg, () => this.ends.ended(leg, end, at, turns, reportedBy));
    this.activeLegs.remove(leg);
  }

  override async refused(leg: LegReference, refusal: Refusal, carrier: Carrier): Promise<void> {
    await this.ends.refused(leg, refusal, carrier);
    this.activeLegs.remove(leg);
  }

  override onNotReceived(leg: LegReference, carrier: Carrier): Promise<void> {
    return this.refused(leg, { temporary: true, reason: 'it never received the request' }, carrier);
  }

  async #moved(
    leg: LegReference,
    fact: CarrierEventOf<'ringing' | 'answered'>,
    reportedBy: string,
  ): Promise<void> {
    const { callId, attempt } = leg;
    const { at } = fact;
    const strayOf = await this.#shared(leg, async () => {
      const call = await this.calls.lockById(callId);
      if (call?.state.carrier !== reportedBy) return null;
      // A leg of a final call, or of an earlier attempt, is hung up at once (R6).
      if (call.state.attempt !== attempt) return call.state.carrier;
      const isStray = call.isFinal;
      const carrier = this.carriers.find(call.state.carrier);
      const nowMs = this.clock.nowMs();
      if (fact.type === 'ringing') call.ring(at, ringingDeadline(nowMs, carrier));
      else {
        call.answer(at, talkDeadline(nowMs, call.state.maxTalkSeconds ?? 0, carrier));
        if (fact.answeredBy) call.setAnsweredBy(fact.answeredBy);
      }
      await this.calls.update([call]);
      return isStray ? call.state.carrier : null;
    });
    if (strayOf !== null) await this.carriers.find(strayOf)?.hangUp(writeReference(leg));
  }

  async #detailed(
    leg: LegReference,
    { kind, message, at, shownNumber }: CarrierEventOf<'timeline'>,
    carrier: string,
  ): Promise<void> {
    await this.#shared(leg, async () => {
      const call = await this.calls.lockLeg(leg, carrier);
      if (!call) return;
      const watchdogAt = ringingDeadline(this.clock.nowMs(), this.carriers.find(carrier));
      call.detail(kind, message, at, watchdogAt, shownNumber);
      await this.calls.update([call]);
    });
  }

  async #setAnsweredBy(
    leg: LegReference,
    { value }: CarrierEventOf<'answering_party'>,
    carrier: string,
  ): Promise<void> {
    await this.#shared(leg, async () => {
      const call = await this.calls.lockLeg(leg, carrier);
      if (call?.setAnsweredBy(value)) await this.calls.update([call]);
    });
  }

  /** The recording was stored. One of a call that has no use for it any more is removed. */
  async #recorded(
    leg: LegReference,
    { ms }: CarrierEventOf<'recording_stored'>,
    carrier: string,
  ): Promise<void> {
    const isUnwanted = await this.#shared(leg, async () => {
      const call = await this.calls.lockLeg(leg, carrier);
      if (!call) return false;
      if (!call.recorded(ms, this.clock.now())) return true;
      await this.calls.update([call]);
      return false;
    });
    if (isUnwanted) await this.recordings.forget([leg.callId]);
  }

  /** The transcription after a transfer replaces the one turn that stands for it. */
  async #transcribed(
    leg: LegReference,
    { turns }: CarrierEventOf<'transcription'>,
    carrier: string,
  ): Promise<void> {
    await this.#shared(leg, async () => {
      const call = await this.calls.lockLeg(leg, carrier);
      if (!call?.transcribed(this.clock.now())) return;
      if (turns) await this.talks.addTranscript(leg.callId, turns);
      await this.calls.update([call]);
    });
  }

  /** Concurrent facts share a transaction (group commit). */
  #shared<T>(leg: LegReference, work: () => Promise<T>): Promise<T> {
    return this.shared.run(this.activeLegs.get(leg)?.accountId ?? leg.callId, leg.callId, work);
  }
}
