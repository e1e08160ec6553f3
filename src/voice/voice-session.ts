import type { Answerer, EarlyListener, ListenResult, LinePhrases, Spoken, TextLine } from '../conversation';
import type { MediaLeg } from '../media';
import { spokenLanguage } from '../shared-kernel/language';
import type { Interruption, Patience } from '../shared-kernel/talk';
import type { Timers } from '../platform/timers';
import type { Recognition, Synthesis } from '../speech';
import { AnswerTiming } from './answer-timing';
import { ChangeSignal } from './change-signal';
import { EarlySpeech } from './early-speech';
import { FillerPhrases } from './filler-phrases';
import { SpeechInput } from './speech-input';
import type { VoiceEvent } from './speech-input-options';
import { HoldTimer } from './hold-timer';
import { BargeInDetector } from './barge-in-detector';
import { LineClock } from './line-clock';
import { SpeechPlayer } from './speech-player';
import { TALK_TIMEOUTS } from './talk-timeouts';
import type { TalkFigures } from './talk-metrics';
import { type StartTransfer, type Transfer, transferResult } from './transfer';
import type { LineEndReason, VoiceLine } from './voice-line';
import { greetingEnd } from './voicemail-greeting';

/** `listen` checks at this interval whether the speech or the SIP hold has ended. */
const POLL_INTERVAL_MS = 100;

export interface VoiceSessionOptions {
  readonly timers: Timers;
  readonly now: () => number;
  readonly language: string | null;
  readonly interruption: Interruption;
  readonly patience: Patience;
  readonly direction: 'outbound' | 'inbound';
  readonly synthesis: Synthesis;
  /** @param onPartial gets the words of the turn so far */
  readonly recognize: (onPartial: (text: string) => void) => Recognition;
  readonly phrases: LinePhrases;
  readonly emit: (fact: VoiceEvent) => void;
  readonly figures: TalkFigures;
  readonly transfer?: StartTransfer | undefined;
}

/** A real leg as a text line: speech in both directions, turn by turn. */
export class VoiceSession implements VoiceLine {
  readonly times = TALK_TIMEOUTS;
  readonly #clock: LineClock;
  readonly #changes: ChangeSignal;
  readonly #timing: AnswerTiming;
  readonly #speechInput: SpeechInput;
  readonly #player: SpeechPlayer;
  readonly #bargeInDetector: BargeInDetector;
  readonly #fillerPhrases: FillerPhrases;
  readonly #early: EarlySpeech;
  readonly #stopListening: () => void;
  #hasSpoken = false;
  #isRecorded = false;
  readonly #holdTimer = new HoldTimer(() => this.nowMs());
  #transfer: Transfer | null = null;

  constructor(
    private readonly leg: MediaLeg,
    private readonly options: VoiceSessionOptions,
  ) {
    const { timers, now, synthesis, emit, recognize, interruption, patience, phrases, figures } = options;
    this.#clock = new LineClock(timers, now);
    this.#changes = new ChangeSignal(timers);
    const language = spokenLanguage(options.language);
    const nowMs = () => this.nowMs();
    this.#timing = new AnswerTiming(figures, nowMs);
    this.#early = new EarlySpeech(synthesis);
    this.#player = new SpeechPlayer(leg, synthesis, nowMs);
    this.#fillerPhrases = new FillerPhrases(
      timers,
      this.#player,
      synthesis,
      phrases.thinking,
      () => this.#speechInput.isVoiced,
    );
    this.#speechInput = new SpeechInput(leg, {
      timers,
      language,
      patience,
      nowMs,
      recognize,
      emit,
      figures,
      early: this.#early,
      offsetMs: Math.round(this.#clock.answeredAt - leg.startedAt),
      detects: options.direction === 'outbound',
      bargeInDetector: () => this.#bargeInDetector,
      onAwaitingReply: (isAnswer) => this.#onAwaitingReply(isAnswer),
      changed: () => this.#changes.changed(),
    });
    this.#bargeInDetector = new BargeInDetector({
      timers,
      nowMs,
      player: this.#player,
      interruption,
      language,
      hasPartials: () => this.#speechInput.recognition.partials,
      isVoiced: () => this.#speechInput.isVoiced,
    });
    this.#stopListening = leg.listen({
      closed: () => this.end('lost'),
    });
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
    this.#changes.changed();
  }

  setHold(isOnHold: boolean): void {
    if (this.#holdTimer.setOnHold(isOnHold)) this.#changes.changed();
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
    this.#stopListening();
    this.#speechInput.close();
    this.options.synthesis.close();
  }

  async speak(text: AsyncIterable<string>): Promise<Spoken | null> {
    const cutBefore = this.#cutBy();
    if (cutBefore) return this.#noSpeech(cutBefore);
    const { unansweredMs } = this.#speechInput;
    const isMessage = this.#isRecorded;
    this.#isRecorded = false;
    this.#bargeInDetector.begin({ isOpening: !this.#hasSpoken, isMessage });
    if (unansweredMs !== null) this.#fillerPhrases.begin();
    const result = await this.#player.speak(unansweredMs === null ? text : this.#timing.timed(text), () =>
      this.#fillerPhrases.end(),
    );
    this.#fillerPhrases.end();
    const bargedIn = this.#bargeInDetector.end();
    if (bargedIn) this.options.figures.bargedIn();
    this.#speechInput.afterSpeech(result);
    const cut = this.#cutBy();
    if (!result) return cut ? this.#noSpeech(cut) : null;
    const { spoken, startMs, endMs, failed } = result;
    if (spoken !== '') this.#answered(unansweredMs);
    if (unansweredMs !== null) this.#timing.measure(result, unansweredMs);
    const responseMs =
      unansweredMs === null || spoken === '' ? {} : { responseMs: Math.max(0, startMs - unansweredMs) };
    const cutBy = cut ?? (bargedIn ? 'barge_in' : null);
    if (!failed || cutBy) return { playedText: spoken, startMs, endMs, ...responseMs, cutBy };
    const sorry = await this.#player.speakWithFallback(
      this.options.phrases.trouble,
      () => this.#cutBy() !== undefined,
    );
    const words = [spoken, sorry].filter((part) => part !== '').join(' ');
    return { playedText: words, startMs, endMs: this.nowMs(), cutBy: this.#cutBy() ?? 'tts_failed' };
  }

  listen(forMs: number, early?: EarlyListener): Promise<ListenResult> {
    return this.#early.during(early, () => this.#nextInput(forMs));
  }

  async #nextInput(forMs: number): Promise<ListenResult> {
    // The last input needs no response, such as an announcement of the SIP hold.
    if (!this.#speechInput.isPending) this.#fillerPhrases.drop();
    const beganMs = this.nowMs();
    const onHoldBeforeMs = this.#holdTimer.totalMs;
    for (;;) {
      const input = this.#speechInput.next();
      if (input)
        return this.#cutBy() === 'hung_up' && input.kind === 'speech' ? { ...input, hungUp: true } : input;
      const cutBy = this.#cutBy();
      if (cutBy) {
        const ended = await this.#endOf(cutBy);
        if (ended) return ended;
        continue;
      }
      const silentMs = this.nowMs() - beganMs - (this.#holdTimer.totalMs - onHoldBeforeMs);
      const { isBusy } = this.#speechInput;
      if (!isBusy && silentMs >= forMs) return { kind: 'silence', forMs: silentMs };
      await this.#changes.wait(isBusy || this.#holdTimer.isOnHold ? POLL_INTERVAL_MS : forMs - silentMs);
    }
  }

  async awaitBeep(): Promise<void> {
    this.#fillerPhrases.drop();
    await greetingEnd(this.#speechInput, this.#clock, this.#changes);
    this.#speechInput.forget();
    this.#speechInput.recordedSinceMs = this.nowMs();
    this.#isRecorded = true;
  }

  async transfer(numbers: readonly string[]): ReturnType<TextLine['transfer']> {
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
    return transferResult({ answeredMs, endMs: this.nowMs() }, this.#cutBy(), endedBy);
  }

  #cutBy(): LineEndReason | undefined {
    return this.#clock.cutBy;
  }

  #onAwaitingReply(isAnswer: boolean): void {
    if (!isAnswer) this.#fillerPhrases.drop();
    else if (!this.#cutBy()) this.#fillerPhrases.begin();
  }

  #noSpeech(cutBy: LineEndReason): Spoken {
    return { startMs: this.nowMs(), endMs: this.nowMs(), playedText: '', cutBy };
  }

  #answered(unansweredMs: number | null): void {
    this.#hasSpoken = true;
    if (this.#speechInput.unansweredMs === unansweredMs) this.#speechInput.unansweredMs = null;
  }

  /** The last input on a line that ended; null: words came, or are still expected. */
  async #endOf(why: LineEndReason): Promise<ListenResult | null> {
    if (why === 'hung_up' && (await this.#speechInput.finish())) return null;
    return why === 'limit' ? { kind: 'silence', forMs: this.nowMs() } : { kind: why };
  }
}
