import type { Language } from '../../shared-kernel/language';
import type { Interruption } from '../../shared-kernel/talk';
import type { Timers } from '../../platform/kernel/time/timers';
import { isInterruption } from '../../speech';
import type { SpeechPlayer } from '../speech-player';

/** Speech that pauses the agent's audio. */
const PAUSE_AFTER_MS: Readonly<Record<Interruption, number | null>> = {
  off: null,
  low: null,
  normal: 250,
  high: 150,
};
/** Speech that stops the agent where words come only after it. */
const STOP_AFTER_MS = 700;
/** Speech after which an engine without partial results reads words, where only these interrupt. */
const PEEKS_MS = [600, 750, 1_000, 1_500];
/** The delay after a turn that may continue: speech that began before is reported this late. */
const MORE_WORDS_MS = 120;
/** A shorter pause, as at a comma, does not end speech: the agent's audio resumes after it. */
const RESUME_AFTER_MS = 200;
/** Limit of the time that a reply is deferred for words; noise goes on for longer. */
const MAX_DEFER_MS = 1_200;
/** After this many pauses without an interruption only words interrupt. */
const MAX_FALSE_PAUSES = 2;

export interface BargeInDetectorOptions {
  readonly timers: Timers;
  readonly nowMs: () => number;
  readonly player: Pick<SpeechPlayer, 'pause' | 'resume' | 'stop' | 'defer' | 'release'>;
  readonly interruption: Interruption;
  readonly language: Language;
  readonly hasPartials: () => boolean;
  readonly isVoiced: () => boolean;
  /** Requests words, which come by `onWords`. */
  readonly peek: () => void;
  /** The contact speaks, or the words of a turn are awaited. */
  readonly isBusy: () => boolean;
}

/** Speech with its short pauses. */
interface Speech {
  readonly startMs: number;
  /** The voiced time of its parts before the last one. */
  voicedMs: number;
  lastStartMs: number;
  /** null: it goes on. */
  quietMs: number | null;
  peeks: number;
}

/** `message`: to a machine that records. The first two are interrupted by words alone, or by nothing. */
export type AgentSpeech = 'opening' | 'message' | 'reply';

/** Decides what is interrupted when the contact speaks during the agent's speech. */
export class BargeInDetector {
  #status: 'silent' | 'speaking' | 'paused' | 'barged_in' = 'silent';
  #kind: AgentSpeech = 'reply';
  #isDeferred = false;
  #isAudible = false;
  #moreUntilMs = 0;
  #falsePauses = 0;
  #speech: Speech | null = null;
  #stops: (() => void)[] = [];
  #stopDeferring: () => void = () => undefined;

  constructor(private readonly options: BargeInDetectorOptions) {}

  get isSpeaking(): boolean {
    return this.#status !== 'silent';
  }

  get isMessage(): boolean {
    return this.#kind === 'message';
  }

  begin(kind: AgentSpeech): void {
    [this.#status, this.#kind] = ['speaking', kind];
    [this.#isDeferred, this.#isAudible, this.#speech] = [false, false, null];
    const moreMs = this.#moreUntilMs - this.options.nowMs();
    if (this.options.isBusy()) this.#defer(MAX_DEFER_MS);
    else if (moreMs > 0) this.#defer(moreMs);
    // Speech that goes on from before the agent began counts from now.
    if (this.options.isVoiced()) this.onVoiced(this.options.nowMs());
  }

  sounding(): void {
    this.#isAudible = true;
  }

  end(): boolean {
    this.#stopTimers();
    this.#release();
    const bargedIn = this.#status === 'barged_in';
    this.#status = 'silent';
    return bargedIn;
  }

  /** A turn is over that may continue. */
  expectMore(): void {
    this.#moreUntilMs = this.options.nowMs() + MORE_WORDS_MS;
  }

  onVoiced(atMs: number): void {
    this.#defer(MAX_DEFER_MS);
    const after = PAUSE_AFTER_MS[this.options.interruption];
    const wordsAlone = this.#kind !== 'reply' || this.#falsePauses >= MAX_FALSE_PAUSES;
    if (!this.isSpeaking || this.options.interruption === 'off') return;
    this.#stopTimers();
    const speech = this.#speechFrom(atMs);
    if (after === null || wordsAlone) this.#peekLater(speech);
    else this.#stopLater(speech, after);
  }

  onQuiet(atMs: number): void {
    this.#stopTimers();
    if (this.#speech) this.#speech.quietMs = atMs;
    if (this.#status !== 'paused') return;
    this.#after(atMs + RESUME_AFTER_MS - this.options.nowMs(), () => this.#resume());
  }

  onWords(text: string): void {
    if (!this.isMessage) this.#weigh(text);
  }

  /** @returns whether the agent continues, as after a backchannel or words of a machine */
  ignores(text: string, isFromPerson: boolean): boolean {
    if (isFromPerson || !this.isMessage) this.#weigh(text);
    if (this.#status === 'barged_in') return false;
    this.#release();
    return this.isSpeaking;
  }

  /** The speech had no words. */
  onNoise(): void {
    this.#release();
    // Noise that goes on without a pause.
    if (this.#status === 'paused' && this.options.isVoiced() && !this.options.isBusy()) this.#resume();
  }

  /** A key stops the agent as words do, but no message: a beep may sound like a key. */
  onKey(): void {
    if (!this.isMessage) this.bargeIn();
  }

  /** Whether words wait until the agent has finished. */
  defers(text: string): boolean {
    const { interruption, language } = this.options;
    if (interruption !== 'off' || !this.isSpeaking || this.isMessage) return false;
    return isInterruption(text, language);
  }

  bargeIn(): void {
    const isPlaying = this.#status === 'speaking' || this.#status === 'paused';
    if (!isPlaying || this.options.interruption === 'off') return;
    this.#stopTimers();
    this.#status = 'barged_in';
    this.options.player.stop();
  }

  /** Goes on with speech that paused briefly. */
  #speechFrom(atMs: number): Speech {
    const before = this.#speech;
    const quietMs = before?.quietMs ?? -Infinity;
    if (!before || atMs - quietMs >= RESUME_AFTER_MS) {
      this.#speech = { startMs: atMs, voicedMs: 0, lastStartMs: atMs, quietMs: null, peeks: 0 };
      return this.#speech;
    }
    before.voicedMs += quietMs - before.lastStartMs;
    [before.lastStartMs, before.quietMs] = [atMs, null];
    return before;
  }

  #stopLater({ voicedMs, lastStartMs }: Speech, pauseAfterMs: number): void {
    const passedMs = voicedMs + this.options.nowMs() - lastStartMs;
    this.#after(pauseAfterMs - passedMs, () => this.#pause());
    if (!this.options.hasPartials()) this.#after(STOP_AFTER_MS - passedMs, () => this.bargeIn());
  }

  #peekLater(speech: Speech): void {
    if (this.isMessage || this.options.hasPartials()) return;
    const passedMs = this.options.nowMs() - speech.startMs;
    for (const peekMs of PEEKS_MS.slice(speech.peeks))
      this.#after(peekMs - passedMs, () => {
        speech.peeks += 1;
        this.options.peek();
      });
  }

  #weigh(text: string): void {
    if (this.options.interruption === 'high' || isInterruption(text, this.options.language)) this.bargeIn();
  }

  /** The turn may not be over: nothing of the reply is played before it is known to be noise. */
  #defer(forMs: number): void {
    const mayDefer = PAUSE_AFTER_MS[this.options.interruption] !== null && this.#kind === 'reply';
    if (!this.isSpeaking || this.#isAudible || !mayDefer) return;
    this.#stopDeferring();
    this.#isDeferred = true;
    this.options.player.defer();
    this.#stopDeferring = this.options.timers.after(forMs, () => this.#release());
  }

  #release(): void {
    if (!this.#isDeferred) return;
    this.#isDeferred = false;
    this.#stopDeferring();
    this.options.player.release();
  }

  #pause(): void {
    if (!this.options.isVoiced() || this.#isDeferred || this.#status !== 'speaking') return;
    this.#status = 'paused';
    this.options.player.pause();
  }

  #resume(): void {
    this.#status = 'speaking';
    this.#falsePauses += 1;
    this.options.player.resume();
  }

  #after(ms: number, then: () => void): void {
    this.#stops.push(this.options.timers.after(Math.max(0, ms), then));
  }

  #stopTimers(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }
}
