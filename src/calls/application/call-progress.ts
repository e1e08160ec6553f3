import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CallingLines } from '../../accounts';
import {
  LegOwner,
  type LegReference,
  type LegState,
  LegMonitor,
  OwnedLegs,
  readReference,
  type Refusal,
  ringingDeadline,
  talkDeadline,
  writeReference,
} from '../../calling';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import { GroupCommit } from '../../platform/database/group-commit';
import { isUniqueViolation, UnitOfWork } from '../../platform/database/unit-of-work';
import { Outbox } from '../../platform/events/outbox';
import {
  type Carrier,
  type CarrierFact,
  CarrierFacts,
  Carriers,
  LateRecordings,
  type LegEnd,
  TrunkChannels,
} from '../../telephony';
import type { Call } from '../domain/call';
import { CallRepository } from '../infrastructure/call.repository';
import { DueCallsRepository } from '../infrastructure/due-calls.repository';
import { TalkRepository } from '../infrastructure/talk.repository';
import { CallFinisher } from './call-finisher';
import { CallRecordings } from './call-recordings';

type Fact<Type extends CarrierFact['type']> = Extract<CarrierFact, { type: Type }>;

/** Applies the facts that carriers report, which may be doubled, late or out of order (R5). */
@Injectable()
export class CallProgress extends LegOwner implements OnModuleInit {
  override readonly kind = 'ai';
  override readonly noun = 'call';
  override readonly dialsMetric = { name: 'aics_dials_total', help: 'Dials by what the carrier answered.' };

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly shared: GroupCommit,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly lines: CallingLines,
    private readonly credits: Credits,
    private readonly calls: CallRepository,
    private readonly due: DueCallsRepository,
    private readonly talks: TalkRepository,
    private readonly finisher: CallFinisher,
    private readonly recordings: CallRecordings,
    private readonly owned: OwnedLegs,
    private readonly monitor: LegMonitor,
    private readonly facts: CarrierFacts,
    private readonly carriers: Carriers,
    private readonly channels: TrunkChannels,
    private readonly late: LateRecordings,
  ) {
    super();
  }

  onModuleInit(): void {
    this.facts.own('call', this);
    this.monitor.register(this);
  }

  override async take(fact: CarrierFact, carrier: string): Promise<void> {
    const leg = readReference(fact.reference);
    switch (fact.type) {
      case 'said':
        if (this.owned.get(leg)?.carrier.name === carrier) this.owned.said(leg, fact.turns);
        return;
      case 'ended':
        return this.#ended(leg, fact.end, fact.at, carrier);
      case 'ringing':
      case 'answered':
        return this.#moved(leg, fact, carrier);
      case 'detail':
        return this.#detailed(leg, fact, carrier);
      case 'answered_by':
        return this.#takenBy(leg, fact, carrier);
      case 'recorded':
        return this.#recorded(leg, fact, carrier);
      case 'transcribed':
        return this.#transcribed(leg, fact, carrier);
      case 'recording_lost':
        // What was recorded here is there.
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

  override keepCarrierId({ callId, attempt }: LegReference, carrierId: string): Promise<boolean> {
    return this.calls.keepCarrierId(callId, attempt, carrierId);
  }

  /** The leg ended: frees the line, settles the credits, and starts the analysis or announces the call. */
  override ended(leg: LegReference, end: LegEnd, at: Date): Promise<void> {
    return this.#ended(leg, end, at, null);
  }

  async #ended(leg: LegReference, end: LegEnd, at: Date, carrier: string | null): Promise<void> {
    const { callId, attempt } = leg;
    const { turns = [] } = this.owned.get(leg) ?? {};
    // Alone, each end would wait for the lock on the account's credits.
    await this.#shared(leg, async () => {
      const call = await this.#lock(leg, carrier);
      const recorded = this.#isReal(call) ? (end.recorded ?? null) : undefined;
      if (!call?.end({ ...end, recorded }, at)) return;
      const { accountId, durationSeconds } = call.state;
      if (turns.length > 0) await this.talks.keepTurns(callId, turns);
      await this.finisher.store([call]);
      await Promise.all([
        this.lines.free(callId, attempt, at),
        this.#freeChannels(call, at),
        this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]),
        this.#expectPart(call, end, at),
      ]);
      await this.credits.settle({
        accountId,
        subjectId: callId,
        type: 'ai_call',
        talkSeconds: durationSeconds,
      });
    });
    this.owned.remove(leg);
  }

  /** Whoever led the call has freed its channels before, unless that process is dead. */
  async #freeChannels(call: Call, at: Date): Promise<void> {
    if (this.#isReal(call)) await this.channels.abandon(call.state.id, call.state.attempt, at);
  }

  /** What the carrier recorded of a talk is fetched from now on, and put into ours. */
  async #expectPart({ state }: Call, { recorded, talkMs }: LegEnd, endedAt: Date): Promise<void> {
    const { late } = recorded ?? {};
    const { id: callId, attempt, carrier } = state;
    if (!late?.part || carrier === null) return;
    const reference = writeReference({ callId, attempt });
    const partMs = Math.max(0, (talkMs ?? 0) - late.part.fromMs);
    await this.late.expect({ ...late, reference, carrier, talkMs: partMs, endedAt });
  }

  #isReal(call: Call | undefined): boolean {
    return this.carriers.overTrunks.includes(call?.state.carrier ?? '');
  }

  /** The carrier refused before it rang: requeues the call with backoff, or fails it (R8). */
  override async refused(leg: LegReference, refusal: Refusal, carrier: Carrier): Promise<void> {
    const [call] = await this.calls.read([leg.callId]);
    if (!call) return;
    const { accountId } = call.state;
    const store = (mayWait: boolean) =>
      this.unitOfWork.run(() => this.#refused(accountId, leg, refusal, carrier, mayWait));
    try {
      await store(refusal.temporary);
    } catch (error) {
      // Another call to the number was queued between the check and the commit, so this one fails at once (R8).
      if (!isUniqueViolation(error)) throw error;
      await store(false);
    }
    this.owned.remove(leg);
  }

  override neverSeen(leg: LegReference, carrier: Carrier): Promise<void> {
    return this.refused(leg, { temporary: true, reason: 'it never received the request' }, carrier);
  }

  async #refused(
    accountId: string,
    leg: LegReference,
    { reason, temporary, counts = false }: Refusal,
    carrier: Carrier,
    mayWait: boolean,
  ): Promise<void> {
    const { callId, attempt } = leg;
    await this.lines.lock(accountId);
    const call = await this.#lock(leg, null);
    if (call?.state.status !== 'dialing') return;
    const now = this.clock.now();
    const mayRetry = mayWait && (await this.calls.mayWaitAgain(call.state));
    call.refused(reason, temporary, mayRetry, now, (ms) => carrier.waitMs(ms));
    await this.finisher.store([call]);
    if (counts) await this.lines.free(callId, attempt, now);
    else await this.lines.takeBack(accountId, callId, attempt, now);
    await this.#freeChannels(call, now);
    await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
    await this.credits.settle({ accountId, subjectId: callId, type: 'ai_call', talkSeconds: null });
  }

  async #moved(leg: LegReference, fact: Fact<'ringing' | 'answered'>, reportedBy: string): Promise<void> {
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
        if (fact.answeredBy) call.takenBy(fact.answeredBy);
      }
      await this.calls.update([call]);
      return isStray ? call.state.carrier : null;
    });
    if (strayOf !== null) await this.carriers.find(strayOf)?.hangUp(writeReference(leg));
  }

  async #detailed(
    leg: LegReference,
    { kind, message, at, shownNumber }: Fact<'detail'>,
    carrier: string,
  ): Promise<void> {
    await this.#shared(leg, async () => {
      const call = await this.#lock(leg, carrier);
      if (!call) return;
      const watchdogAt = ringingDeadline(this.clock.nowMs(), this.carriers.find(carrier));
      call.detail(kind, message, at, watchdogAt, shownNumber);
      await this.calls.update([call]);
    });
  }

  async #takenBy(leg: LegReference, { value }: Fact<'answered_by'>, carrier: string): Promise<void> {
    await this.#shared(leg, async () => {
      const call = await this.#lock(leg, carrier);
      if (call?.takenBy(value)) await this.calls.update([call]);
    });
  }

  /** The recording was stored. One of a call that has no use for it any more is removed. */
  async #recorded(leg: LegReference, { ms }: Fact<'recorded'>, carrier: string): Promise<void> {
    const isUnwanted = await this.#shared(leg, async () => {
      const call = await this.#lock(leg, carrier);
      if (!call) return false;
      if (!call.recorded(ms, this.clock.now())) return true;
      await this.calls.update([call]);
      return false;
    });
    if (isUnwanted) await this.recordings.forget([leg.callId]);
  }

  /** What two people said after a transfer takes the place of its one turn without words. */
  async #transcribed(leg: LegReference, { turns }: Fact<'transcribed'>, carrier: string): Promise<void> {
    await this.#shared(leg, async () => {
      const call = await this.#lock(leg, carrier);
      if (!call?.transcribed(this.clock.now())) return;
      if (turns) await this.talks.addTranscript(leg.callId, turns);
      await this.calls.update([call]);
    });
  }

  /** Concurrent facts share a transaction (group commit). */
  #shared<T>(leg: LegReference, work: () => Promise<T>): Promise<T> {
    return this.shared.run(this.owned.get(leg)?.accountId ?? leg.callId, leg.callId, work);
  }

  /**
   * The call, if `attempt` is its latest and the leg belongs to the reporting carrier (null: the service itself
   * reports).
   */
  async #lock({ callId, attempt }: LegReference, reportedBy: string | null): Promise<Call | undefined> {
    const call = await this.calls.lockById(callId);
    if (call?.state.attempt !== attempt) return undefined;
    return reportedBy === null || call.state.carrier === reportedBy ? call : undefined;
  }
}
