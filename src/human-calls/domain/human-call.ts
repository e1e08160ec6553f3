import { CallLifecycle } from '../../shared-kernel/call-lifecycle';
import { mayHaveRecording } from '../../shared-kernel/recording-state';
import { endingOf, recordingAfter, type ReportedEnd } from './human-call-ending';
import { DIAL, type HumanCallState, type NewDisposition, type StatusUpdates } from './human-call-state';
import { HUMAN_CALL_TRANSITIONS, type HumanCallStatus, type HumanCallTrigger } from './human-call-status';
import { MINUTE_MS } from '../../platform/kernel/time/durations';

/** What is frozen when a human call dials. */
export interface DialTerms {
  readonly carrier: string;
  readonly statusUpdates: StatusUpdates;
  readonly hosted: boolean;
  readonly maxTalkSeconds: number;
  readonly creditsLimitTalk: boolean;
  readonly watchdogAt: Date;
  /** For a real call: `awaited` when it is to be recorded, else `none`. */
  readonly recording: 'awaited' | 'none' | null;
}

export type AnalysisReason =
  'no_recording' | 'not_transcribed' | 'insufficient_credits' | 'too_short' | 'analyst_failed';

/** How long the analysis waits for a recording, and for it to be written down. */
const RECORDING_WAIT_MS = 45 * MINUTE_MS;

/** One human call and its rules: each method checks, changes and records. Its analysis ends once, and is announced (R62). */
export class HumanCall extends CallLifecycle<HumanCallState, HumanCallStatus, HumanCallTrigger> {
  readonly attempt = DIAL;
  #analysisEnded = false;
  #mayHaveCarrierRecording = false;

  constructor(state: HumanCallState) {
    super(HUMAN_CALL_TRANSITIONS, state);
  }

  /** The call ended since it was loaded, and its carrier may have a recording. */
  get mayHaveCarrierRecording(): boolean {
    return this.#mayHaveCarrierRecording;
  }

  /** The analysis ended since the call was loaded, so human_call.analysis_ready is due. */
  get analysisEnded(): boolean {
    return this.#analysisEnded;
  }

  dial(terms: DialTerms, now: Date): boolean {
    return this.move('dial', { ...terms, dialedAt: now });
  }

  /** ringing_counsellor → connecting; ignored when late. */
  counsellorAnswers(watchdogAt: Date): void {
    this.move('counsellor_answers', { watchdogAt });
  }

  /** ringing_counsellor, connecting → in_progress. A late answer only sets the time. */
  contactAnswers(at: Date, watchdogAt: Date): void {
    this.counsellorAnswers(watchdogAt);
    if (this.move('contact_answers', { answeredAt: at, watchdogAt })) return;
    if (this.state.status === 'completed' && !this.state.answeredAt) this.change({ answeredAt: at });
  }

  /** The carrier dials one of both phones, or it rings. */
  extendWatchdog(watchdogAt: Date): boolean {
    const { status } = this.state;
    if (status !== 'ringing_counsellor' && status !== 'connecting') return false;
    this.change({ watchdogAt });
    return true;
  }

  cancel(reason: string, now: Date): boolean {
    return this.#endUnconnected('cancel', reason, now);
  }

  /** queued, ringing_counsellor → failed: the call cannot be placed. */
  fail(reason: string, now: Date): boolean {
    return this.#endUnconnected('fail', reason, now);
  }

  /** Ends the connection. The first end counts (R5). */
  end(reported: ReportedEnd, at: Date): boolean {
    if (this.isFinal || this.state.status === 'queued') return false;
    const ending = endingOf(reported, this.state, at);
    if (ending.kind === 'unconnected') {
      return this.#endUnconnected(ending.trigger, ending.reason, at, ending.noAnswerBy);
    }
    // A carrier that reports only the end skips steps; those that are missing are made up here.
    this.counsellorAnswers(at);
    this.move('contact_answers', {});
    const { durationSeconds, answeredAt, reason: statusReason } = ending;
    const wasAwaited = this.state.recording === 'awaited';
    const recorded = recordingAfter(reported, this.state);
    const changes = { durationSeconds, answeredAt, statusReason, endedAt: at, watchdogAt: null };
    this.move('hang_up', { ...changes, ...recorded });
    // The recording of a dead process or of a carrier may still be found.
    this.#mayHaveCarrierRecording = wasAwaited && reported.cause === 'carrier_lost_it';
    if (!this.state.analyze) return true;
    if (reported.hasTranscript) this.#startAnalysis(at);
    else if (recorded.recording === 'stored') this.#transcribe(at);
    else if (recorded.recording === 'awaited' || this.#mayHaveCarrierRecording) this.#awaitRecording(at);
    else this.#endAnalysis('skipped', 'no_recording');
    return true;
  }

  /** The recording is stored. False when the call has no use for it: it is to be removed. */
  completeRecording(ms: number, now: Date): boolean {
    const { status, analyze, analysisStatus } = this.state;
    if (!mayHaveRecording(this.state, this.isFinal)) return false;
    this.change({ recording: 'stored', recordedMs: ms });
    if (analyze && status === 'completed' && analysisStatus === 'waiting') this.#transcribe(now);
    return true;
  }

  /** The carrier never had the recording. False when nobody waits for it. */
  recordingLost(): boolean {
    const { recording, transcriptionDueAt } = this.state;
    if (recording !== 'awaited' && recording !== 'none') return false;
    this.change({ recording: 'none', recordedMs: null });
    if (transcriptionDueAt === null && this.state.analysisStatus === 'waiting')
      this.#endAnalysis('skipped', 'no_recording');
    return true;
  }

  /** Claims one try to write the recording down until `leaseUntil`; again, to renew it. False when the analysis does not wait for it. */
  tryTranscription(leaseUntil: Date, isFirst: boolean): boolean {
    const { analysisStatus, transcriptionDueAt, transcriptions } = this.state;
    if (analysisStatus !== 'waiting' || transcriptionDueAt === null) return false;
    this.change({
      transcriptionDueAt: leaseUntil,
      transcriptions: (transcriptions ?? 0) + (isFirst ? 1 : 0),
      analysisDueAt: new Date(leaseUntil.getTime() + RECORDING_WAIT_MS),
    });
    return true;
  }

  delayTranscription(until: Date): void {
    if (this.state.transcriptionDueAt !== null) this.change({ transcriptionDueAt: until });
  }

  /** The transcript is stored: the analysis begins. False when the analysis no longer waits for it. */
  completeTranscription(now: Date): boolean {
    if (this.state.analysisStatus !== 'waiting' || this.state.transcriptionDueAt === null) return false;
    this.change({ transcriptionDueAt: null });
    this.#startAnalysis(now);
    return true;
  }

  notTranscribed(): void {
    if (this.state.analysisStatus === 'waiting' && this.state.transcriptionDueAt !== null)
      this.#endAnalysis('skipped', 'not_transcribed');
  }

  /** Sets the charge of the talk, a decimal, in the transaction that ends the call. */
  charge(charged: string): void {
    this.change({ charged });
  }

  dispose(disposition: NewDisposition, now: Date): void {
    this.change({ disposition: { ...disposition, recordedAt: now.toISOString() } });
  }

  /** Claims one try of the analysis until `leaseUntil`. */
  tryAnalysis(leaseUntil: Date): void {
    const { analysisAttempts } = this.state;
    this.change({
      analysisStatus: 'processing',
      analysisAttempts: analysisAttempts + 1,
      analysisDueAt: leaseUntil,
    });
  }

  delayAnalysis(until: Date): void {
    if (this.state.analysisStatus === 'processing') this.change({ analysisDueAt: until });
  }

  /** Ends the analysis; false when it had already ended. */
  endAnalysis(status: 'completed' | 'failed' | 'skipped', reason: AnalysisReason | null): boolean {
    if (this.state.analysisStatus !== 'processing') return false;
    this.#endAnalysis(status, reason);
    return true;
  }

  #transcribe(at: Date): void {
    this.#awaitRecording(at);
    this.change({ transcriptionDueAt: at });
  }

  #awaitRecording(at: Date): void {
    this.change({ analysisDueAt: new Date(at.getTime() + RECORDING_WAIT_MS) });
  }

  #startAnalysis(at: Date): void {
    const { id: callId, accountId } = this.state;
    this.change({ analysisDueAt: at });
    this.raise({ type: 'human_call.ended', payload: { accountId, callId } });
  }

  #endAnalysis(status: 'completed' | 'failed' | 'skipped', reason: AnalysisReason | null): void {
    if (!this.state.analyze) return;
    const ended = { analysisStatus: status, analysisReason: reason };
    this.change({ ...ended, analysisDueAt: null, transcriptionDueAt: null });
    this.#analysisEnded = true;
  }

  #endUnconnected(
    trigger: HumanCallTrigger,
    reason: string | null,
    now: Date,
    noAnswerBy: HumanCallState['noAnswerBy'] = null,
  ): boolean {
    const changes = { endedAt: now, statusReason: reason, noAnswerBy, watchdogAt: null, recording: null };
    if (!this.move(trigger, changes)) return false;
    // This applies also to a call that never connected (R62).
    this.#endAnalysis('skipped', 'no_recording');
    return true;
  }
}
