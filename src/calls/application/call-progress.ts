import { Injectable } from '@nestjs/common';
import { CallingLines } from '../../accounts';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import { GroupCommit } from '../../platform/database/group-commit';
import { isUniqueViolation, UnitOfWork } from '../../platform/database/unit-of-work';
import { Outbox } from '../../platform/events/outbox';
import { type Carrier, type CarrierFact, CarrierFacts, Carriers, type LegEnd } from '../../telephony';
import type { Call } from '../domain/call';
import { CallRepository } from '../infrastructure/call.repository';
import { TalkRepository } from '../infrastructure/talk.repository';
import { CallFinisher } from './call-finisher';
import { HeldCalls, readReference, referenceOf } from './held-calls';
import { dialingWatchdog, talkWatchdog } from './watchdog';

/** A dial that a carrier did not take. `passing`: it may take a later one. */
interface Refusal {
  readonly reason: string;
  readonly passing: boolean;
}

/**
 * Takes what carriers report, doubled, late and out of order: the status only moves forward, the number of the dial
 * fences off what belongs to an earlier one, and the first end is the end.
 */
@Injectable()
export class CallProgress extends CarrierFacts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly shared: GroupCommit,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly lines: CallingLines,
    private readonly credits: Credits,
    private readonly calls: CallRepository,
    private readonly talks: TalkRepository,
    private readonly finisher: CallFinisher,
    private readonly held: HeldCalls,
    private readonly carriers: Carriers,
  ) {
    super();
  }

  async take(fact: CarrierFact): Promise<void> {
    const { callId, attempt } = readReference(fact.reference);
    switch (fact.type) {
      case 'said':
        this.held.said(callId, attempt, fact.turns);
        return;
      case 'ended':
        return this.ended(callId, attempt, fact.end, fact.at);
      case 'ringing':
      case 'answered':
        return this.#moved(callId, attempt, fact.type, fact.at);
    }
  }

  /** The leg is over: frees the line, settles the credits, and starts the analysis or announces the end. */
  async ended(callId: string, attempt: number, end: LegEnd, at: Date): Promise<void> {
    const { turns = [], accountId: owner = callId } = this.held.get(callId, attempt) ?? {};
    // The ends of one moment share a transaction: the lock of an account's credits would put them in a row.
    await this.shared.run(owner, callId, async () => {
      const call = await this.#lock(callId, attempt);
      if (!call?.end({ cause: end.cause, talkMs: end.talkMs, reason: end.reason }, at)) return;
      const { accountId, durationSeconds } = call.state;
      if (turns.length > 0) await this.talks.keepTurns(callId, turns);
      await this.finisher.store([call]);
      await Promise.all([
        this.lines.free(callId, attempt, at),
        this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]),
      ]);
      await this.credits.settle({
        accountId,
        subjectId: callId,
        type: 'ai_call',
        talkSeconds: durationSeconds,
      });
    });
    this.held.release(callId, attempt);
  }

  /** The carrier refused before it rang: back into the queue for a while, or failed. Nothing counts, nothing is paid. */
  async refused(
    accountId: string,
    callId: string,
    attempt: number,
    refusal: Refusal,
    carrier: Carrier,
  ): Promise<void> {
    const store = (mayWait: boolean) =>
      this.unitOfWork.run(() => this.#refused(accountId, callId, attempt, refusal, carrier, mayWait));
    try {
      await store(refusal.passing);
    } catch (error) {
      // "Failed at once when meanwhile another call waits for the number": it came between the look and the commit.
      if (!isUniqueViolation(error)) throw error;
      await store(false);
    }
    this.held.release(callId, attempt);
  }

  async #refused(
    accountId: string,
    callId: string,
    attempt: number,
    { reason, passing }: Refusal,
    carrier: Carrier,
    mayWait: boolean,
  ): Promise<void> {
    await this.lines.lock(accountId);
    const call = await this.#lock(callId, attempt);
    if (call?.state.status !== 'dialing') return;
    const now = this.clock.now();
    const mayRetry = mayWait && (await this.calls.mayWaitAgain(call.state));
    call.refused(reason, passing, mayRetry, now, (ms) => carrier.waitMs(ms));
    await this.finisher.store([call]);
    await this.lines.takeBack(accountId, callId, attempt, now);
    await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
    await this.credits.settle({ accountId, subjectId: callId, type: 'ai_call', talkSeconds: null });
  }

  /** The carrier's own id of the leg. A leg that its call has no use for any more is hung up. */
  async accepted(callId: string, attempt: number, carrierId: string, carrier: Carrier): Promise<void> {
    const wanted = await this.calls.keepCarrierId(callId, attempt, carrierId);
    if (!wanted) await carrier.hangUp(referenceOf(callId, attempt));
  }

  async #moved(callId: string, attempt: number, type: 'ringing' | 'answered', at: Date): Promise<void> {
    const owner = this.held.get(callId, attempt)?.accountId ?? callId;
    const strayOf = await this.shared.run(owner, callId, async () => {
      const call = await this.calls.lockById(callId);
      if (!call) return null;
      // "A leg that turns up for a call already final is hung up at once"; so is one of an earlier dial.
      if (call.state.attempt !== attempt) return call.state.carrier;
      const isStray = call.isFinal;
      const carrier = this.carriers.find(call.state.carrier ?? '');
      const nowMs = this.clock.nowMs();
      if (type === 'ringing') call.ring(at, dialingWatchdog(nowMs, carrier));
      else call.answer(at, talkWatchdog(nowMs, call.state.maxTalkSeconds ?? 0, carrier));
      await this.calls.update([call]);
      return isStray ? call.state.carrier : null;
    });
    if (strayOf !== null) await this.carriers.find(strayOf)?.hangUp(referenceOf(callId, attempt));
  }

  /** The call, if this is its latest dial. */
  async #lock(callId: string, attempt: number): Promise<Call | undefined> {
    const call = await this.calls.lockById(callId);
    return call?.state.attempt === attempt ? call : undefined;
  }
}
