import { Injectable } from '@nestjs/common';
import {
  CallEventHandler,
  CallEventServices,
  type LegReference,
  type LegState,
  readReference,
  type Refusal,
  ringingDeadline,
  talkDeadline,
} from '../../calling';
import type { Carrier, CarrierEvent, LegEnd } from '../../carriers';
import { GroupCommit } from '../../platform/database/group-commit';
import type { Call } from '../domain/call';
import { CallRepository } from '../infrastructure/call.repository';
import { TalkRepository } from '../infrastructure/talk.repository';
import { CallEndHandler } from './call-end-handler';
import { CallRecordings } from './call-recordings';

/** Applies the events that carriers report about AI calls. */
@Injectable()
export class CallProgress extends CallEventHandler<Call> {
  override readonly kind = 'ai';
  override readonly noun = 'call';
  protected override readonly prefix = 'call';
  // Only the carrier's part of a recording is lost: our own is stored.
  protected override readonly ignored = new Set(['recording_unavailable'] as const);

  constructor(
    services: CallEventServices,
    calls: CallRepository,
    recordings: CallRecordings,
    private readonly groups: GroupCommit,
    private readonly talks: TalkRepository,
    private readonly ends: CallEndHandler,
  ) {
    super(services, calls, recordings);
  }

  override async handle(event: CarrierEvent, carrier: string): Promise<void> {
    if (event.type !== 'transcript') return super.handle(event, carrier);
    const { activeLegs } = this.services;
    const leg = readReference(event.reference);
    if (activeLegs.get(leg)?.carrier.name === carrier) activeLegs.addTurns(leg, event.turns);
  }

  override async legs(callIds: readonly string[]): Promise<LegState[]> {
    const turns = await this.talks.turnsSoFar(callIds);
    const legs = await super.legs(callIds);
    return legs.map((leg) => ({ ...leg, turns: turns.get(leg.callId) ?? [] }));
  }

  override async onRefused(leg: LegReference, refusal: Refusal, carrier: Carrier): Promise<void> {
    await this.ends.onRefused(leg, refusal, carrier);
    this.services.activeLegs.remove(leg);
  }

  override onNotReceived(leg: LegReference, carrier: Carrier): Promise<void> {
    return this.onRefused(leg, { temporary: true, reason: 'it never received the request' }, carrier);
  }

  protected override async apply(call: Call, event: CarrierEvent): Promise<boolean> {
    const { clock, carriers } = this.services;
    const carrier = carriers.find(call.state.carrier ?? '');
    const nowMs = clock.nowMs();
    switch (event.type) {
      case 'ringing':
        call.ring(event.at, ringingDeadline(nowMs, carrier));
        return true;
      case 'answered':
        call.answer(event.at, talkDeadline(nowMs, call.state.maxTalkSeconds ?? 0, carrier));
        if (event.answeredBy) call.setAnsweredBy(event.answeredBy);
        return true;
      case 'timeline':
        call.note(event.kind, event.message, event.at, ringingDeadline(nowMs, carrier), event.shownNumber);
        return true;
      case 'answering_party':
        return call.setAnsweredBy(event.value);
      case 'transcription':
        if (!call.completeTranscription(clock.now())) return false;
        // Replaces the one turn that stands for the talk after a transfer.
        if (event.turns) await this.talks.addTranscript(call.state.id, event.turns);
        return true;
      default:
        return false;
    }
  }

  protected override end(leg: LegReference, end: LegEnd, at: Date, reportedBy: string | null): Promise<void> {
    const { turns = [] } = this.services.activeLegs.get(leg) ?? {};
    return this.transact(leg, async () => {
      const ended = await this.ends.onEnded(leg, end, at, turns, reportedBy);
      if (ended?.direction !== 'inbound') return;
      await this.services.reachedContacts.onTalk({ ...ended, callId: leg.callId });
    });
  }

  /** Concurrent events share a transaction. Alone, each end would wait for the lock on the account's credits. */
  protected override transact<T>(leg: LegReference, work: () => Promise<T>): Promise<T> {
    const owner = this.services.activeLegs.get(leg)?.accountId ?? leg.callId;
    return this.groups.run(owner, leg.callId, work);
  }
}
