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
  type LegEnd,
  TrunkChannels,
} from '../../telephony';
import type { Call } from '../domain/call';
import { CallRepository } from '../infrastructure/call.repository';
import { DueCallsRepository } from '../infrastructure/due-calls.repository';
import { TalkRepository } from '../infrastructure/talk.repository';
import { CallFinisher } from './call-finisher';

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
    private readonly owned: OwnedLegs,
    private readonly monitor: LegMonitor,
    private readonly facts: CarrierFacts,
    private readonly carriers: Carriers,
    private readonly channels: TrunkChannels,
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
      case 'detail':
      case 'recorded':
        return;
      case 'ringing':
      case 'answered':
        return this.#moved(leg, fact.type, fact.at, carrier);
    }
  }

  override async legs(callIds: readonly string[]): Promise<LegState[]> {
    return (await this.calls.read(callIds)).map(({ state }) => ({
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
    const { turns = [], accountId: owner = callId } = this.owned.get(leg) ?? {};
    // Concurrent ends share a transaction (group commit); otherwise each would wait for the lock on the account's
    // credits.
    await this.shared.run(owner, callId, async () => {
      const call = await this.#lock(leg, carrier);
      if (!call?.end({ cause: end.cause, talkMs: end.talkMs, reason: end.reason }, at)) return;
      const { accountId, durationSeconds } = call.state;
      if (turns.length > 0) await this.talks.keepTurns(callId, turns);
      await this.finisher.store([call]);
      await Promise.all([
        this.lines.free(callId, attempt, at),
        this.#freeChannels(call, at),
        this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]),
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
  async #freeChannels({ state: { id, attempt, carrier } }: Call, at: Date): Promise<void> {
    if (this.carriers.overTrunks.includes(carrier ?? '')) await this.channels.abandon(id, attempt, at);
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
    { reason, temporary }: Refusal,
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
    await this.lines.takeBack(accountId, callId, attempt, now);
    await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
    await this.credits.settle({ accountId, subjectId: callId, type: 'ai_call', talkSeconds: null });
  }

  async #moved(leg: LegReference, type: 'ringing' | 'answered', at: Date, reportedBy: string): Promise<void> {
    const { callId, attempt } = leg;
    const owner = this.owned.get(leg)?.accountId ?? callId;
    const strayOf = await this.shared.run(owner, callId, async () => {
      const call = await this.calls.lockById(callId);
      if (call?.state.carrier !== reportedBy) return null;
      // A leg of a final call, or of an earlier attempt, is hung up at once (R6).
      if (call.state.attempt !== attempt) return call.state.carrier;
      const isStray = call.isFinal;
      const carrier = this.carriers.find(call.state.carrier);
      const nowMs = this.clock.nowMs();
      if (type === 'ringing') call.ring(at, ringingDeadline(nowMs, carrier));
      else call.answer(at, talkDeadline(nowMs, call.state.maxTalkSeconds ?? 0, carrier));
      await this.calls.update([call]);
      return isStray ? call.state.carrier : null;
    });
    if (strayOf !== null) await this.carriers.find(strayOf)?.hangUp(writeReference(leg));
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
