import type {
  Answerer,
  AwaitedWork,
  EarlyListener,
  ListenResult,
  Spoken,
  WaitResult,
  WorkWait,
} from '../conversation';
import type { MediaLeg } from '../media';
import { spokenLanguage } from '../shared-kernel/language';
import { AnswerTiming } from './observer/answer-timing';
import { ChangeSignal } from './change-signal';
import { EarlySpeech } from './turns/early-speech';
import { FillerPhrases } from './filler-phrases';
import { SpeechInput } from './speech-input';
import { HoldTimer } from './hold-timer';
import { type AgentSpeech, BargeInDetector } from './turns/barge-in-detector';
import { LineClock } from './line-clock';
import { type InputLine, nextInput } from './next-input';
import { type PlaybackResult, SpeechPlayer } from './speech-player';
import { TALK_TIMEOUTS } from './talk-timeouts';
import { TalkProgress } from './observer/talk-progress';
import { type Transfer, transferResult } from './transfer';
import type { LineEndReason, VoiceLine } from './voice-line';
import type { VoiceSessionOptions } from './voice-session-options';
import { greetingEnd } from './voicemail-greeting';
import { waitForWork } from './work-wait';

/** A real leg as a text line: speech in both directions, turn by turn. */
export class VoiceSession implements VoiceLine {
  readonly times = TALK_TIMEOUTS;
  readonly #clock: LineClock;
  readonly #changes: ChangeSignal;
  readonly #timing: AnswerTiming;
  readonly #progress: TalkProgress;
  readonly #speechInput: SpeechInput;
  readonly #player: SpeechPlayer;
  readonly #bargeInDetector: BargeInDetector;
  readonly #fillerPhrases: FillerPhrases;
  readonly #early: EarlySpeech;
  readonly #stopListening: () => void;
  #nextSpeech: AgentSpeech = 'opening';
  readonly #holdTimer: HoldTimer;
  #transfer: Transfer | null = null;

  constructor(
    private readonly leg: MediaLeg,
    private readonly options: VoiceSessionOptions,
  ) {
    const { timers, now, synthesis, emit, recognize, interruption, patience, phrases, figures } = options;
    this.#clock = new LineClock(timers, now, options.answeredAt);
    this.#changes = new ChangeSignal(timers);
    const language = spokenLanguage(options.language);
    const nowMs = () => this.nowMs();
    this.#timing = new AnswerTiming(figures, nowMs);
    this.#early = new EarlySpeech(synthesis);
    this.#progress = new TalkProgress(options.observer);
    this.#holdTimer = new HoldTimer(timers, nowMs);
    this.#player = new SpeechPlayer(leg, synthesis, nowMs, this.#holdTimer);
    const isVoiced = () => this.#speechInput.turns.isVoiced;
    this.#fillerPhrases = new FillerPhrases(timers, this.#player, synthesis, phrases.thinking, isVoiced);
    this.#speechInput = new SpeechInput(leg, {
      timers,
      language,
      patience,
      nowMs,
      recognize: (onPartial) =>
        recognize((text) => {
          onPartial(text);
          this.#progress.partial(text);
        }),
      emit,
      figures: this.#timing,
      early: this.#early,
      offsetMs: Math.round(this.#clock.answeredAt - leg.startedAt),
      detects: options.direction === 'outbound',
      bargeInDetector: () => this.#bargeInDetector,
      onAwaitingReply: (isAnswer) => this.#onAwaitingReply(isAnswer),
      onWithdrawn: () => this.#progress.withdraw(),
      onChanged: () => this.#changes.notify(),
    });
    this.#bargeInDetector = new BargeInDetector({
      timers,
      nowMs,
      player: this.#player,
      interruption,
      language,
      hasPartials: () => this.#speechInput.recognition.partials,
      isVoiced,
      peek: () => void this.#speechInput.turns.peek(),
      isBusy: () => this.#speechInput.turns.isBusy,
    });
    const onVoiced = () => this.#progress.onVoiced();
    this.#stopListening = leg.listen({ onClosed: () => this.end('lost'), onVoiced });
  }

  nowMs(): number {
    return this.#clock.nowMs();
  }

  cutAt(limitMs: number): void {
    this.#clock.setLimit(limitMs, (atMs) => this.end('limit', atMs));
  }

  end(why: LineEndReason, atMs?: number): void {
    if (!this.#clock.cut(why, atMs)) return;
    this.#fillerPhrases.end();
    this.#player.stop();
    this.#transfer?.stop();
    this.#changes.notify();
  }

  setHold(isOnHold: boolean): void {
    if (this.#holdTimer.setOnHold(isOnHold)) this.#changes.notify();
  }

  key(key: string): void {
    if (this.#transfer) this.#transfer.key(key);
    else this.#speechInput.press(key);
  }

  settle(answerer: Answerer): void {
    this.#speechInput.settle(answerer);
  }

  close(): void {
    this.#clock.clearLimit();
    this.#holdTimer.close();
    this.#stopListening();
    this.#speechInput.close();
    this.options.synthesis.close();
  }

  async speak(text: AsyncIterable<string>): Promise<Spoken | null> {
    const cutBefore = this.#cutBy();
    if (cutBefore) return this.#noSpeech(cutBefore);
    const { unansweredMs } = this.#speechInput;
    const result = await this.#play(text, unansweredMs);
    const bargedIn = this.#bargeInDetector.end();
    if (bargedIn && result?.spoken !== '') this.options.figures.bargedIn();
    this.#speechInput.afterSpeech(result);
    const cut = this.#cutBy();
    if (!result) return cut ? this.#noSpeech(cut) : null;
    const { spoken, startMs, endMs, readyMs } = result;
    if (spoken !== '') {
      this.#nextSpeech = 'reply';
      this.#speechInput.onAnswered(unansweredMs);
    }
    const stages = unansweredMs === null ? null : this.#timing.measure(result, unansweredMs);
    const cutBy = cut ?? (bargedIn ? 'barge_in' : null);
    if (result.failed && !cutBy) return this.#apologize(result);
    const isAnswer = unansweredMs !== null && spoken !== '';
    const responseMs = isAnswer ? { responseMs: Math.max(0, readyMs - unansweredMs) } : {};
    return this.#progress.onSpoken({ playedText: spoken, startMs, endMs, ...responseMs, cutBy }, stages);
  }

  async #play(text: AsyncIterable<string>, unansweredMs: number | null): Promise<PlaybackResult | null> {
    this.#bargeInDetector.begin(this.#nextSpeech);
    if (this.#nextSpeech === 'message') this.#nextSpeech = 'reply';
    if (unansweredMs !== null) this.#fillerPhrases.begin();
    this.#progress.onRequested();
    const timed = unansweredMs === null ? text : this.#timing.time(text);
    const result = await this.#player.speak(timed, () => {
      this.#fillerPhrases.end();
      this.#bargeInDetector.sounding();
      this.#progress.sounding();
    });
    this.#fillerPhrases.end();
    this.#progress.silent(this.#speechInput.turns.isVoiced);
    return result;
  }

  /** After the engine failed. */
  async #apologize({ spoken, startMs }: PlaybackResult): Promise<Spoken> {
    const isCut = () => this.#cutBy() !== undefined;
    const sorry = await this.#player.speakWithFallback(this.options.phrases.trouble, isCut);
    const playedText = [spoken, sorry].filter((part) => part !== '').join(' ');
    const cutBy = this.#cutBy() ?? 'tts_failed';
    return this.#progress.onSpoken({ playedText, startMs, endMs: this.nowMs(), cutBy });
  }

  listen(forMs: number, early?: EarlyListener): Promise<ListenResult> {
    return this.#early.during(early, () => {
      // The last input needs no response, such as an announcement of the SIP hold.
      if (!this.#speechInput.isPending) this.#fillerPhrases.drop();
      return nextInput(this.#inputLine, forMs);
    });
  }

  async awaitBeep(): Promise<void> {
    this.#fillerPhrases.drop();
    await greetingEnd(this.#speechInput, this.#clock, this.#changes);
    this.#speechInput.forget();
    this.#speechInput.recordedSinceMs = this.nowMs();
    this.#nextSpeech = 'message';
  }

  async waitFor<T>(work: AwaitedWork<T>, wait: WorkWait): Promise<WaitResult<T>> {
    const varied = this.#fillerPhrases.replacedBy(wait);
    this.#progress.setWorking(true);
    const result = await waitForWork(this.#inputLine, work, varied, (text) => this.speak(text));
    this.#progress.setWorking(false);
    return result;
  }

  get #inputLine(): InputLine {
    return {
      clock: this.#clock,
      changes: this.#changes,
      speechInput: this.#speechInput,
      progress: this.#progress,
      holdTimer: this.#holdTimer,
    };
  }

  async transfer(numbers: readonly string[]): ReturnType<VoiceLine['transfer']> {
    const begin = this.#cutBy() === undefined ? this.options.transfer : undefined;
    if (!begin) return transferResult({ answeredMs: null, endMs: this.nowMs() }, this.#cutBy(), null);
    let answeredMs: number | null = null;
    this.#fillerPhrases.drop();
    this.#speechInput.ignore(true);
    this.#transfer = begin(numbers, (agoMs = 0) => {
      answeredMs = Math.max(0, this.nowMs() - agoMs);
      // The agent does not come back.
      this.#speechInput.close();
    });
    const { endedBy } = await this.#transfer.over;
    this.#transfer = null;
    this.#speechInput.ignore(false);
    return this.#progress.onTransferred(
      transferResult({ answeredMs, endMs: this.nowMs() }, this.#cutBy(), endedBy),
    );
  }

  #cutBy(): LineEndReason | undefined {
    return this.#clock.cutBy;
  }

  #onAwaitingReply(isAnswer: boolean): void {
    this.#progress.awaitingReply(isAnswer);
    if (!isAnswer) this.#fillerPhrases.drop();
    // The phrases of a wait replace the fillers.
    else if (!this.#cutBy() && !this.#progress.isWorking) this.#fillerPhrases.begin();
  }

  #noSpeech(cutBy: LineEndReason): Spoken {
    return { startMs: this.nowMs(), endMs: this.nowMs(), playedText: '', cutBy };
  }
}
