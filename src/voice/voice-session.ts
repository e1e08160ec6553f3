import type { Answerer, ListenResult, LinePhrases, Spoken, TextLine } from '../conversation';
import type { MediaLeg } from '../media';
import { spokenLanguage } from '../shared-kernel/language';
import type { Interruption } from '../shared-kernel/talk';
import type { Timers } from '../platform/timers';
import type { Recognition, Synthesis } from '../speech';
import { AnswerTiming } from './answer-timing';
import { ChangeSignal } from './change-signal';
import { FillerPhrases } from './filler-phrases';
import { SpeechInput, type VoiceEvent } from './speech-input';
import { HoldTimer } from './hold-timer';
import { BargeInDetector } from './barge-in-detector';
import { LineClock } from './line-clock';
import { SpeechPlayer } from './speech-player';
import { TALK_TIMEOUTS } from './talk-timeouts';
import type { TalkFigures } from './talk-metrics';
import { type StartTransfer, type Transfer, transferResult } from './transfer';
import type { LineEndReason, VoiceLine } from './voice-line';
import { greetingEnd } from './voicemail-greeting';

/** How often `listen` looks whether speech or hold is over. */
const POLL_INTERVAL_MS = 100;

export interface VoiceSessionOptions {
  readonly timers: Timers;
  /** Milliseconds on the clock of the leg. */
  readonly now: () => number;
  readonly language: string | null;
  readonly interruption: Interruption;
  readonly direction: 'outbound' | 'inbound';
  readonly synthesis: Synthesis;
  /** @param onPartial gets the words of the turn so far */
  readonly recognize: (onPartial: (text: string) => void) => Recognition;
  readonly phrases: LinePhrases;
  readonly tell: (fact: VoiceEvent) => void;
  readonly figures: TalkFigures;
  /** Absent: transfers are not possible. */
  readonly transfer?: StartTransfer | undefined;
}

/** A real leg as a text line: what is said to it and heard from it, turn by turn. */
export class VoiceSession implements VoiceLine {
  readonly times = TALK_TIMEOUTS;
  readonly #clock: LineClock;
  readonly #changes: ChangeSignal;
  readonly #timing: AnswerTiming;
  readonly #speechInput: SpeechInput;
  readonly #player: SpeechPlayer;
  readonly #bargeInDetector: BargeInDetector;
  readonly #fillerPhrases: FillerPhrases;
  readonly #stopListening: () => void;
  #hasSpoken = false;
  /** A voicemail records: what is said next is the message. */
  #isRecorded = false;
  readonly #holdTimer = new HoldTimer(() => this.nowMs());
  #transfer: Transfer | null = null;

  constructor(
    private readonly leg: MediaLeg,
    private readonly options: VoiceSessionOptions,
  ) {
    const { timers, now, synthesis, tell, recognize, interruption, phrases, figures } = options;
    this.#clock = new LineClock(timers, now);
    this.#changes = new ChangeSignal(timers);
    const language = spokenLanguage(options.language);
    const nowMs = () => this.nowMs();
    this.#timing = new AnswerTiming(figures, nowMs);
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
      nowMs,
      recognize,
      tell,
      figures,
      offsetMs: Math.round(this.#clock.answeredAt - leg.startedAt),
      detects: options.direction === 'outbound',
      bargeInDetector: () => this.#bargeInDetector,
      onAwaitingReply: (isAnswer) => {
        if (!isAnswer) this.#fillerPhrases.drop();
        else if (!this.#cutBy()) this.#fillerPhrases.begin();
      },
      changed: () => {
        this.#changes.changed();
      },
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
      closed: () => {
        this.end('lost');
      },
    });
  }

  nowMs(): number {
    return this.#clock.nowMs();
  }

  cutAt(limitMs: number): void {
    this.#clock.setLimit(limitMs, (atMs) => {
      this.end('limit', atMs);
    });
  }

  /** The first cut counts, from now on or from `atMs`; whatever is said or heard ends with it. */
  end(why: LineEndReason, atMs?: number): void {
    if (!this.#clock.cut(why, atMs)) return;
    this.#fillerPhrases.end();
    this.#player.stop();
    this.#transfer?.stop();
    this.#changes.changed();
  }

  /** The far side holds the line, or takes it up again. */
  setHold(isHeld: boolean): void {
    if (this.#holdTimer.setOnHold(isHeld)) this.#changes.changed();
  }

  /** A key that did not come with the audio. */
  key(key: string): void {
    if (this.#transfer) this.#transfer.key(key);
    else this.#speechInput.press(key);
  }

  /** The dialogue engine found out who answered. */
  settle(answerer: Answerer): void {
    this.#speechInput.settle(answerer);
  }

  /** Frees what the session holds, once the talk is over. */
  close(): void {
    this.#clock.clearLimit();
    this.#stopListening();
    this.#speechInput.close();
    this.options.synthesis.close();
  }

  async speak(text: AsyncIterable<string>): Promise<Spoken | null> {
    const cutBefore = this.#cutBy();
    if (cutBefore) return this.#nothingHeard(cutBefore);
    const { unansweredMs } = this.#speechInput;
    const isMessage = this.#isRecorded;
    this.#isRecorded = false;
    this.#bargeInDetector.begin({ isOpening: !this.#hasSpoken, isMessage });
    if (unansweredMs !== null) this.#fillerPhrases.begin();
    const said = await this.#player.say(unansweredMs === null ? text : this.#timing.timed(text), () => {
      this.#fillerPhrases.end();
    });
    this.#fillerPhrases.end();
    const bargedIn = this.#bargeInDetector.end();
    if (bargedIn) this.options.figures.bargedIn();
    const cut = this.#cutBy();
    if (!said) return cut ? this.#nothingHeard(cut) : null;
    const { heard, startMs, endMs, failed } = said;
    if (heard !== '') this.#answered(unansweredMs);
    if (unansweredMs !== null) this.#timing.measure(said, unansweredMs);
    this.#speechInput.useBackchannel(said);
    const responseMs =
      unansweredMs === null || heard === '' ? {} : { responseMs: Math.max(0, startMs - unansweredMs) };
    const cutBy = cut ?? (bargedIn ? 'barge_in' : null);
    if (!failed || cutBy) return { playedText: heard, startMs, endMs, ...responseMs, cutBy };
    const sorry = await this.#player.sayWithFallback(
      this.options.phrases.trouble,
      () => this.#cutBy() !== undefined,
    );
    const words = [heard, sorry].filter((part) => part !== '').join(' ');
    return { playedText: words, startMs, endMs: this.nowMs(), cutBy: this.#cutBy() ?? 'tts_failed' };
  }

  async listen(forMs: number): Promise<ListenResult> {
    // What was heard last is not answered, as a message that the line is on hold.
    if (!this.#speechInput.isPending) this.#fillerPhrases.drop();
    const beganMs = this.nowMs();
    const heldBeforeMs = this.#holdTimer.totalMs;
    for (;;) {
      const heard = this.#speechInput.next();
      if (heard)
        return this.#cutBy() === 'hung_up' && heard.kind === 'speech' ? { ...heard, hungUp: true } : heard;
      const cutBy = this.#cutBy();
      if (cutBy) {
        const ended = await this.#endOf(cutBy);
        if (ended) return ended;
        continue;
      }
      const silentMs = this.nowMs() - beganMs - (this.#holdTimer.totalMs - heldBeforeMs);
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
    if (!begin) return transferResult({ takenMs: null, endMs: this.nowMs() }, this.#cutBy(), null);
    let takenMs: number | null = null;
    this.#fillerPhrases.drop();
    this.#speechInput.ignore(true);
    this.#transfer = begin(numbers, (agoMs = 0) => {
      takenMs = Math.max(0, this.nowMs() - agoMs);
      // The agent does not come back.
      this.#speechInput.close();
    });
    const { endedBy } = await this.#transfer.over;
    this.#transfer = null;
    this.#speechInput.ignore(false);
    return transferResult({ takenMs, endMs: this.nowMs() }, this.#cutBy(), endedBy);
  }

  /** Asked after each wait, in which it may have changed. */
  #cutBy(): LineEndReason | undefined {
    return this.#clock.cutBy;
  }

  #nothingHeard(cutBy: LineEndReason): Spoken {
    return { startMs: this.nowMs(), endMs: this.nowMs(), playedText: '', cutBy };
  }

  /** Words that came meanwhile are still to be answered. */
  #answered(unansweredMs: number | null): void {
    this.#hasSpoken = true;
    if (this.#speechInput.unansweredMs === unansweredMs) this.#speechInput.unansweredMs = null;
  }

  /** What is heard last on a line that is cut; null: words came, or are still awaited. */
  async #endOf(why: LineEndReason): Promise<ListenResult | null> {
    if (why === 'hung_up' && (await this.#speechInput.finish())) return null;
    return why === 'limit' ? { kind: 'silence', forMs: this.nowMs() } : { kind: why };
  }
}
