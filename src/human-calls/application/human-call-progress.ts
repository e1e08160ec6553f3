import { Injectable } from '@nestjs/common';
import {
  CallEventHandler,
  CallEventServices,
  CallResources,
  type LegReference,
  type Refusal,
  talkDeadline,
  writeReference,
} from '../../calling';
import { type CarrierEvent, type LegEnd, PendingRecordings } from '../../carriers';
import { decimalOf } from '../../platform/kernel/amount';
import type { HumanCall } from '../domain/human-call';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanTalkRepository } from '../infrastructure/human-talk.repository';
import { ringingWatchdog } from './human-call-deadlines';
import { HumanCallFinisher } from './human-call-finisher';
import { HumanCallRecordings } from './human-call-recordings';

/** Applies the events that carriers report about both legs of human calls. */
@Injectable()
export class HumanCallProgress extends CallEventHandler<HumanCall> {
  override readonly kind = 'human';
  override readonly noun = 'human call';
  protected override readonly prefix = 'hcall';
  protected override readonly ignored = new Set(['transcript', 'answering_party', 'transcription'] as const);

  constructor(
    services: CallEventServices,
    calls: HumanCallRepository,
    recordings: HumanCallRecordings,
    private readonly resources: CallResources,
    private readonly talks: HumanTalkRepository,
    private readonly finisher: HumanCallFinisher,
    private readonly pendingRecordings: PendingRecordings,
  ) {
    super(services, calls, recordings);
  }

  /** A human call is never requeued; it fails. */
  override onRefused(leg: LegReference, { reason }: Refusal): Promise<void> {
    return this.#onFailed(leg, `The carrier refused: ${reason}`);
  }

  override onNotReceived(leg: LegReference): Promise<void> {
    return this.#onFailed(leg, 'The carrier never received the request.');
  }

  protected override apply(call: HumanCall, event: CarrierEvent): boolean {
    const { clock, carriers } = this.services;
    const { carrier: name, maxTalkSeconds } = call.state;
    const carrier = carriers.find(name ?? '');
    const nowMs = clock.nowMs();
    // Set by the dial; null only before it, when no carrier event applies.
    const maxSeconds = maxTalkSeconds ?? 0;
    switch (event.type) {
      case 'answered':
        if (event.leg === 'counsellor') call.counsellorAnswers(ringingWatchdog(nowMs, maxSeconds, carrier));
        else call.contactAnswers(event.at, talkDeadline(nowMs, maxSeconds, carrier));
        return true;
      case 'timeline':
        // Trunks are tried one after another, each until its timeout.
        return call.extendWatchdog(ringingWatchdog(nowMs, maxSeconds, carrier));
      case 'recording_unavailable':
        return call.recordingLost();
      default:
        return false;
    }
  }

  protected override store(call: HumanCall): Promise<void> {
    return this.finisher.store([call]);
  }

  /** Ends the call, frees what it occupied and charges it; `HumanCall.end` decides whether its analysis follows. */
  protected override end(leg: LegReference, end: LegEnd, at: Date, reportedBy: string | null): Promise<void> {
    return this.transact(leg, async () => {
      const call = await this.calls.lockLeg(leg, reportedBy);
      const before = call?.state.status;
      const recordingFile = this.resources.recordingFileOf(call, end);
      const hasTranscript = end.transcribedRecording !== undefined;
      if (!call?.end({ ...end, hasTranscript, recordingFile }, at)) return;
      await this.resources.freeChannels(call, at);
      await this.#storeTalk(leg.callId, end);
      await this.#scheduleRecording(call, end, at);
      if (before === 'ringing_counsellor' && neverRangContact(call, end))
        await this.resources.undoDial(call, at);
      else await this.resources.freeLine(call, at);
      await this.resources.wakeDispatcher(call);
      await this.services.reachedContacts.onTalk({ ...call.state, callId: leg.callId });
      call.charge(decimalOf(await this.resources.settle(call, 'human_call')));
      await this.finisher.store([call]);
    });
  }

  async #storeTalk(callId: string, { transcribedRecording: recording }: LegEnd): Promise<void> {
    if (!recording) return;
    const recordedSeconds = Math.floor(recording.durationMs / 1_000);
    await this.talks.store(callId, { turns: recording.turns, recordedSeconds });
  }

  #onFailed(leg: LegReference, reason: string): Promise<void> {
    const end = {
      cause: 'failed',
      by: 'carrier',
      talkMs: null,
      unansweredLeg: 'counsellor',
      reason,
    } as const;
    return this.onEnded(leg, end, this.services.clock.now());
  }

  /** Schedules the download of the carrier's recording. */
  async #scheduleRecording(
    call: HumanCall,
    { recordingFile: file, talkMs }: LegEnd,
    endedAt: Date,
  ): Promise<void> {
    const { id: callId, carrier, recording } = call.state;
    const reference = writeReference({ callId, attempt: call.attempt });
    if (file?.late && recording === 'awaited' && carrier !== null)
      await this.pendingRecordings.schedule({ ...file.late, reference, carrier, talkMs: file.ms, endedAt });
    else if (call.mayHaveCarrierRecording)
      await this.pendingRecordings.scheduleFromLegs(callId, reference, talkMs ?? 0, endedAt);
  }
}

/**
 * A call that ended while the counsellor's phone rang: its dial does not count (R23). A carrier with realtime statuses
 * would have reported the counsellor's answer, and the contact's phone never rings before it.
 */
function neverRangContact({ state }: HumanCall, { unansweredLeg }: LegEnd): boolean {
  if (state.durationSeconds !== null) return false;
  return unansweredLeg === 'counsellor' || state.statusUpdates === 'realtime';
}
