import { Injectable } from '@nestjs/common';
import { CallingLines } from '../../accounts';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { Outbox } from '../../platform/events/outbox';
import { decimalOf } from '../../platform/kernel/amount';
import { type Carrier, type CarrierFact, CarrierFacts, Carriers, type LegEnd } from '../../telephony';
import { DIAL, type HumanCallState } from '../domain/human-call-state';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanTalkRepository } from '../infrastructure/human-talk.repository';
import { HeldHumanCalls } from './held-human-calls';
import { HumanCallFinisher } from './human-call-finisher';
import { ringingWatchdog, talkWatchdog } from './human-watchdog';

/**
 * Takes what carriers report of the two legs, doubled, late and out of order: the status only moves forward, and the
 * first end is the end. Our reference of a connection is the call's id: it is asked for once.
 */
@Injectable()
export class HumanCallProgress extends CarrierFacts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly lines: CallingLines,
    private readonly credits: Credits,
    private readonly calls: HumanCallRepository,
    private readonly talks: HumanTalkRepository,
    private readonly finisher: HumanCallFinisher,
    private readonly held: HeldHumanCalls,
    private readonly carriers: Carriers,
  ) {
    super();
  }

  async take(fact: CarrierFact): Promise<void> {
    switch (fact.type) {
      case 'ended':
        return this.ended(fact.reference, fact.end, fact.at);
      case 'ringing':
      case 'answered':
        return this.#moved(fact.reference, fact);
      case 'said':
        return;
    }
  }

  /** The connection is over: frees the line, settles the credits, and starts the analysis or announces that there is none. */
  async ended(callId: string, end: LegEnd, at: Date): Promise<void> {
    await this.unitOfWork.run(async () => {
      const call = await this.calls.lock(callId);
      const before = call?.state.status;
      const { recording } = end;
      const recorded = recording !== undefined;
      if (!call?.end({ ...end, recorded }, at)) return;
      const { accountId, durationSeconds } = call.state;
      if (recording) {
        const recordedSeconds = Math.floor(recording.durationMs / 1_000);
        await this.talks.keep(callId, { turns: recording.turns, recordedSeconds });
      }
      // A contact who was never rung was not called: it counts for no limit.
      const neverRung =
        before === 'ringing_counsellor' && durationSeconds === null && stoppedFirst(call.state, end);
      if (neverRung) await this.lines.takeBack(accountId, callId, DIAL, at);
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
    this.held.release(callId);
  }

  /** The carrier's own id of the connection. One that its call has no use for any more is hung up. */
  async accepted(callId: string, carrierId: string, carrier: Carrier): Promise<void> {
    if (!(await this.calls.keepCarrierId(callId, carrierId))) await carrier.hangUp(callId);
  }

  async #moved(callId: string, { type, leg, at }: Extract<CarrierFact, { type: 'ringing' | 'answered' }>) {
    const strayOf = await this.unitOfWork.run(async () => {
      const call = await this.calls.lock(callId);
      if (!call) return null;
      const { carrier: name, maxTalkSeconds } = call.state;
      const isStray = call.isFinal;
      if (type === 'ringing') return isStray ? name : null;
      const carrier = this.carriers.find(name ?? '');
      const nowMs = this.clock.nowMs();
      const maxSeconds = maxTalkSeconds ?? 0;
      if (leg === 'counsellor') call.counsellorAnswers(ringingWatchdog(nowMs, maxSeconds, carrier));
      else call.contactAnswers(at, talkWatchdog(nowMs, maxSeconds, carrier));
      await this.finisher.store([call]);
      return isStray ? name : null;
    });
    // "A leg that turns up for a call already final is hung up at once; the status stays."
    if (strayOf !== null) await this.carriers.find(strayOf)?.hangUp(callId);
  }
}

/** Whether the counsellor's leg is known to have been the last one. */
function stoppedFirst({ statusUpdates }: HumanCallState, { who }: LegEnd): boolean {
  return who === 'counsellor' || statusUpdates === 'realtime';
}
