import type { WebSocket } from 'ws';
import { AnsweredCall, type TalkServices } from '../../../carriers';
import type { MediaLegs, RecordedFile } from '../../../media';
import type { Timers } from '../../../platform/kernel/time/timers';
import type { TalkBrief } from '../../../shared-kernel/talk';
import type { LineStreams, PendingLine } from '../../../voice';
import type { ClientMessage } from '../../domain/live-message';
import type { EndedBy, VoiceTestState } from '../../domain/voice-test';
import { BrowserPhone } from '../../infrastructure/browser-phone';
import { endOf, LEFT_REASONS, median, type TestEnd } from './voice-test-end';
import type { LiveAttachment } from '../live-host';
import { TurnWriter } from './turn-writer';
import { streamsOf } from './voice-test-release';
import type { ClosedTalk, VoiceTestRecords } from './voice-test-records';
import { TalkReport } from './talk-report';
import { readyLine } from './ready-line';
import { deferred } from '../../../platform/kernel/async/deferred';

const READY_TIMEOUT_MS = 10_000;
const BEGIN_TIMEOUT_MS = 60_000;
const NOT_READY = 'The agent was not ready in 10 s.';
const NO_MICROPHONE = 'The microphone was not allowed.';
const NO_ENGINES = 'The service has no engines of speech for the agent.';
const NOT_BEGUN = 'The service could not begin the talk.';

export interface VoiceTestTalkOptions {
  readonly timers: Timers;
  readonly talks: Pick<TalkServices, 'lines' | 'talk' | 'recordings'>;
  readonly media: MediaLegs;
  readonly streams: Pick<LineStreams, 'onMoved'>;
  readonly records: VoiceTestRecords;
  readonly onDelay: (ms: number) => void;
  readonly onDropped: (ms: number) => void;
  /** The end of a talk is stored. */
  readonly onEnded: () => void;
}

/** One voice test in its host, from the first socket to the end. */
export class VoiceTestTalk {
  readonly #phone: BrowserPhone;
  readonly #delays: number[] = [];
  readonly #report: TalkReport;
  readonly #writer: TurnWriter;
  #line: PendingLine | null = null;
  #call: AnsweredCall | null = null;
  #isReady = false;
  /** Stores the begin. false: the test has ended before. */
  #begun: Promise<boolean> | null = null;
  #end: TestEnd | null = null;
  #stopTimers: (() => void)[] = [];
  readonly #over = deferred();

  /** Resolves when the end and the recording are stored. */
  readonly over = this.#over.promise;

  constructor(
    private readonly test: VoiceTestState,
    private readonly brief: TalkBrief,
    readonly sessionId: string,
    private readonly options: VoiceTestTalkOptions,
  ) {
    const { timers, records, onDropped } = options;
    this.#writer = new TurnWriter(timers, (turns) => records.saveTurns(test.id, turns));
    this.#report = new TalkReport(
      timers,
      (message) => this.#phone.page.send(message),
      (turn) => this.#writer.add(turn),
    );
    this.#phone = new BrowserPhone({
      timers,
      onDropped,
      onDelay: (ms) => {
        this.#delays.push(ms);
        options.onDelay(ms);
      },
      onMessage: (message) => this.#onMessage(message),
      onLeft: (why) => this.end('service', LEFT_REASONS[why]),
    });
    this.#stopTimers.push(
      timers.after(BEGIN_TIMEOUT_MS, () => {
        if (!this.#begun) this.end('service', NO_MICROPHONE);
      }),
    );
    void this.#prepare().catch(() => this.#fail(NOT_BEGUN));
  }

  attach(socket: WebSocket): LiveAttachment {
    const { receivedAtMs } = this.#phone.page;
    this.#phone.page.attach(socket);
    if (this.#isReady) {
      this.#sendReady();
      this.#report.resend(receivedAtMs);
    }
    return { isRelayed: false, signOut: () => this.#phone.page.signOut() };
  }

  redeemResumeToken(token: string): boolean {
    return this.#end === null && this.#phone.page.redeemResumeToken(token);
  }

  end(by: EndedBy, reason: string | null): void {
    this.#endBy({ by, reason });
  }

  #fail(reason: string): void {
    this.#endBy({ by: 'service', reason, isFailure: true });
  }

  /** The first end counts. */
  #endBy(end: TestEnd): void {
    if (this.#end) return;
    this.#end = end;
    if (this.#call) this.#call.hangUp();
    else void this.#finishUnready(end);
  }

  #openLine(): PendingLine | null {
    if (this.#end) return null;
    const { talks, streams } = this.options;
    const engines = { stt: this.test.stt, onMoved: streams.onMoved };
    this.#line = talks.lines.open(this.brief, () => undefined, engines, this.#report);
    if (!this.#line) this.#fail(NO_ENGINES);
    return this.#line;
  }

  async #prepare(): Promise<void> {
    const { media, timers } = this.options;
    const first = this.#openLine();
    if (!first) return;
    const stopTimer = timers.after(READY_TIMEOUT_MS, () => this.#fail(NOT_READY));
    this.#stopTimers.push(stopTimer);
    first.prepare();
    this.#phone.openLeg(await media.openStream(1, 'browser'));
    const line = await readyLine(first, () => this.#openLine(), timers);
    stopTimer();
    if (this.#end || !line) {
      void this.#phone.close();
      return;
    }
    this.#isReady = true;
    this.#sendReady();
    if (this.#begun) await this.#talk(line, this.#begun);
  }

  #sendReady(): void {
    const { id, maxSeconds, recording, stt, ttsModel } = this.test;
    this.#phone.page.send({
      type: 'ready',
      voice_test_id: id,
      max_seconds: maxSeconds,
      recording: recording === 'awaited',
      stt,
      tts: ttsModel,
      resume: this.#phone.page.issueResumeToken(),
    });
  }

  #onMessage(message: ClientMessage): void {
    if (message.type === 'hang_up') this.end('person', null);
    if (message.type !== 'begin' || this.#begun || this.#end) return;
    const begun = this.options.records.begin(this.test.id);
    this.#begun = begun;
    begun.catch(() => this.#fail(NOT_BEGUN));
    if (this.#isReady && this.#line) void this.#talk(this.#line, begun).catch(() => this.#fail(NOT_BEGUN));
  }

  async #talk(line: PendingLine, begun: Promise<boolean>): Promise<void> {
    const { talks } = this.options;
    const isRecorded = this.test.recording === 'awaited';
    const reference = streamsOf(this.test.id);
    const [recordingPath, hasBegun] = await Promise.all([
      isRecorded ? talks.recordings.pathOf(reference).catch(() => null) : null,
      begun,
    ]);
    // The test has ended meanwhile; its host checks the row.
    if (!hasBegun) this.end('person', null);
    if (this.#end) return;
    this.#phone.leg.onAnswered();
    this.#line = null;
    const call = new AnsweredCall(this.#phone, {
      talk: talks.talk,
      makeLine: () => line.answer(this.#phone.leg),
      recordingPath,
      // What comes while the recording is finished ends nothing.
      onTalkOver: (end) => void (this.#end ??= endOf(end, this.test.maxSeconds)),
      emit: (event) => {
        if (event.type === 'transcript') for (const turn of event.turns) this.#writer.addUses(turn);
      },
    });
    this.#call = call;
    const { end, recording } = await call.run(this.brief);
    this.#end ??= endOf(end, this.test.maxSeconds);
    await this.#finish(this.#end);
    // After a failure upkeep finds that the recording is stored, or that it is not.
    await this.#store(recording).catch(() => undefined);
    this.#over.resolve();
  }

  async #store(recording: RecordedFile | null): Promise<void> {
    const { records, talks } = this.options;
    const reference = streamsOf(this.test.id);
    const isStored = recording ? await talks.recordings.store(reference, recording) : false;
    await records.storeRecording(this.test.id, isStored && (recording?.lengthMs ?? 0) > 0);
    if (recording) await talks.recordings.acknowledge(reference, recording);
  }

  async #finish(end: TestEnd): Promise<void> {
    this.#stop();
    this.#writer.stop();
    // A talk that began has ended, whatever its end was.
    await this.#close({ ...end, isFailure: false, delayMs: median(this.#delays) });
    this.options.onEnded();
  }

  /** Before the agent speaks. */
  async #finishUnready(end: TestEnd): Promise<void> {
    this.#stop();
    this.#line?.drop();
    void this.#phone.close();
    await this.#begun?.catch(() => false);
    await this.#close(end);
    await this.options.records.storeRecording(this.test.id, false).catch(() => undefined);
    this.#over.resolve();
  }

  /** Sends the end to the page, and stores it: until then the host renews the test's heartbeat. Never rejects. */
  async #close(end: ClosedTalk): Promise<void> {
    const { records, timers } = this.options;
    const { id } = this.test;
    const stored = records.close(id, end, this.#writer.turns, timers);
    const { by, reason } = await records.storedEnd(id, stored, end, timers);
    this.#phone.page.send({ type: 'ended', ended_by: by, reason });
    this.#phone.page.release();
    await stored.catch(() => undefined);
  }

  #stop(): void {
    for (const stop of this.#stopTimers) stop();
    this.#report.stop();
  }
}
