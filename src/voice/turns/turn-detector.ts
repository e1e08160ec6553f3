import type { MediaLeg } from '../../media';
import { endpointMs } from '../../speech';
import { LULL_MS, PauseMemory } from './pause-memory';
import type { TurnDetectorOptions } from './turn-detector-options';

const MAX_TURN_MS = 30_000;
/** Audio of this time before detected speech belongs to it. */
const BEFORE_SPEECH_MS = 300;
const BATCH_MS = 100;
/** Words of a pause that have not changed for this time are probably all. */
const SETTLED_MS = 150;
/** A longer turn needs no quick answer. */
const MAX_SETTLED_TURN_MS = 10_000;
/** After a hang-up, for the words of the last turn. */
const FINISH_MS = 1_000;

interface Turn {
  readonly startMs: number;
  quietMs: number | null;
  voicedMs: number;
  longestMs: number;
  /** The quiet that would end it. */
  endsAfterMs: number;
  /** Goes on without a pause from a turn that had no words, and has none. */
  isNoise: boolean;
}

/** Finds the contact's turns in the audio of a leg, and has them recognized. */
export class TurnDetector {
  readonly #stop: () => void;
  #turn: Turn | null = null;
  #isEnding = false;
  #recent: { readonly audio: Int16Array; readonly endMs: number }[] = [];
  #cancelTimers: () => void = () => undefined;
  #closed = false;
  #isIgnored = false;
  /** The partial words, and since when. */
  #words = { text: '', sinceMs: 0 };
  readonly #pauses = new PauseMemory();
  #onFinished: () => void = () => undefined;

  constructor(
    leg: MediaLeg,
    private readonly options: TurnDetectorOptions,
  ) {
    this.#stop = leg.listen({
      frames: (audio, atMs) => this.#onAudio(audio, atMs - options.offsetMs),
      onVoiced: (atMs) => this.#onVoiced(atMs - options.offsetMs),
      quiet: (atMs) => this.#quiet(atMs - options.offsetMs),
    });
  }

  get isVoiced(): boolean {
    return this.#turn !== null && this.#turn.quietMs === null;
  }

  /** The contact speaks, or the words of a turn are awaited. Noise that goes on is silence. */
  get isBusy(): boolean {
    return (this.#turn !== null && !this.#turn.isNoise) || this.#isEnding;
  }

  /** Ends the current turn. Its words, and those of the turn before, come within a second or not at all. */
  async finish(): Promise<void> {
    let isLate = false;
    const stop = this.options.timers.after(FINISH_MS, () => {
      isLate = true;
      this.#onFinished();
    });
    if (this.#isEnding) await this.#nextEnd();
    if (this.#turn && !(isLate as boolean)) {
      void this.#end(this.#turn);
      await this.#nextEnd();
    }
    stop();
    this.#turn = null;
    this.#isEnding = false;
  }

  /** No turn is recognized while speech is ignored; a running turn ends. */
  ignore(isIgnored: boolean): void {
    this.#isIgnored = isIgnored;
    this.#recent = [];
    if (isIgnored && this.#turn) void this.#end(this.#turn);
  }

  close(): void {
    this.#closed = true;
    this.#stop();
    this.#cancelTimers();
    this.options.recognition.close();
  }

  /** The turn may end earlier or later with these words. */
  onRecognized(text: string): void {
    if (!this.#turn) return;
    this.#turn.isNoise = false;
    if (text !== this.#words.text) this.#words = { text, sinceMs: this.options.nowMs() };
    this.options.events.onWords(text);
    if (this.#turn.quietMs !== null) this.#endLater(this.#turn, this.#turn.quietMs);
  }

  /** Reports words of an engine that gives none while the contact speaks; after a pause it gives better ones. */
  async peek(): Promise<void> {
    const turn = this.#turn;
    if (!turn || this.#isEnding) return;
    const text = await this.options.recognition.peek();
    if (this.#turn === turn && this.isVoiced && text !== '') this.options.events.onWords(text);
  }

  #onAudio(audio: Int16Array, atMs: number): void {
    if (this.#isIgnored) return;
    const endMs = atMs + BATCH_MS;
    if (this.#turn && !this.#isEnding) {
      this.options.recognition.feed(audio);
      return;
    }
    this.#recent.push({ audio, endMs });
    const fromMs = this.#turn ? this.#turn.startMs - BEFORE_SPEECH_MS : endMs - 2 * BEFORE_SPEECH_MS;
    while ((this.#recent[0]?.endMs ?? Infinity) <= fromMs) this.#recent.shift();
  }

  #onVoiced(atMs: number): void {
    if (this.#isIgnored) return;
    this.#cancelTimers();
    if (this.#turn) {
      const { quietMs, endsAfterMs } = this.#turn;
      if (quietMs !== null) this.#pauses.add(atMs - quietMs, endsAfterMs);
      this.#turn.quietMs = null;
      this.#turn.voicedMs = atMs;
      this.#endAtLimit(this.#turn);
      this.options.recognition.onResumed();
    } else this.#begin(atMs);
    this.options.events.onVoiced(atMs);
  }

  #begin(atMs: number): void {
    const turn = {
      startMs: atMs,
      quietMs: null,
      voicedMs: atMs,
      longestMs: 0,
      endsAfterMs: 0,
      isNoise: false,
    };
    this.#turn = turn;
    this.#words = { text: '', sinceMs: 0 };
    if (!this.#isEnding) this.#feedRecent(turn);
    this.#endAtLimit(turn);
  }

  #endAtLimit(turn: Turn): void {
    this.#cancelTimers = this.options.timers.after(this.#leftMs(turn), () => void this.#end(turn));
  }

  #leftMs({ startMs }: Turn): number {
    return Math.max(0, MAX_TURN_MS - (this.options.nowMs() - startMs));
  }

  #feedRecent({ startMs }: Turn): void {
    for (const { audio, endMs } of this.#recent) {
      if (endMs > startMs - BEFORE_SPEECH_MS) this.options.recognition.feed(audio);
    }
    this.#recent = [];
  }

  #quiet(atMs: number): void {
    const turn = this.#turn;
    if (!turn) return;
    turn.quietMs = atMs;
    turn.isNoise = false;
    turn.longestMs = Math.max(turn.longestMs, atMs - turn.voicedMs);
    this.#endLater(turn, atMs);
    this.options.events.onQuiet(atMs);
  }

  #endLater(turn: Turn, quietMs: number): void {
    const { recognition, language, patience, timers, nowMs } = this.options;
    const passed = nowMs() - quietMs;
    const wait = endpointMs(recognition.partial, language, patience);
    turn.endsAfterMs = wait;
    this.#cancelTimers();
    const stops = [
      timers.after(Math.max(0, Math.min(wait - passed, this.#leftMs(turn))), () => void this.#end(turn)),
      ...(passed < LULL_MS ? [timers.after(LULL_MS - passed, () => recognition.onPause())] : []),
      ...this.#settleLater(turn, quietMs, wait),
    ];
    this.#cancelTimers = () => {
      for (const stop of stops) stop();
    };
  }

  #settleLater({ startMs }: Turn, quietMs: number, endsAfterMs: number): (() => void)[] {
    const { recognition, patience, timers, nowMs, events } = this.options;
    const text = recognition.partial;
    if (text === null || patience === 'patient' || quietMs - startMs > MAX_SETTLED_TURN_MS) return [];
    // Engines without partials have read the whole pause.
    const settledMs = recognition.partials ? this.#words.sinceMs + SETTLED_MS : 0;
    const quietForMs = this.#pauses.settledAfterMs(endsAfterMs);
    const waitMs = Math.max(0, settledMs - nowMs(), quietMs + quietForMs - nowMs());
    return [timers.after(waitMs, () => events.onSettled({ text, startMs, endMs: quietMs }))];
  }

  #nextEnd(): Promise<void> {
    return new Promise((resolve) => {
      this.#onFinished = resolve;
    });
  }

  async #end(turn: Turn): Promise<void> {
    // The words of the turn before come first.
    if (this.#turn !== turn || this.#isEnding) return;
    const { recognition, events, nowMs, figures, language, patience } = this.options;
    this.#cancelTimers();
    const endMs = turn.quietMs ?? nowMs();
    const longestMs =
      turn.quietMs === null ? Math.max(turn.longestMs, endMs - turn.voicedMs) : turn.longestMs;
    this.#isEnding = true;
    this.#turn = null;
    if (turn.quietMs === null && !this.#isIgnored) this.#begin(endMs);
    const requestedMs = nowMs();
    // Engines that read a turn at its pause end every text with a full stop.
    const isReadAtPause = !recognition.partials && recognition.partial !== null;
    events.onOver(isReadAtPause || turn.endsAfterMs > endpointMs(null, language, patience));
    const text = await recognition.end();
    this.#isEnding = false;
    if (this.#closed) return;
    if (text !== null && text !== '') {
      figures.observe('endpointing', requestedMs - endMs);
      figures.observe('stt', nowMs() - requestedMs);
    }
    this.#onFinished();
    const next = this.#turn as Turn | null;
    if (next) {
      next.isNoise = text === '' && turn.quietMs === null && next.quietMs === null;
      this.#feedRecent(next);
      if (next.quietMs !== null) this.#endLater(next, next.quietMs);
    }
    if (text === null) events.onFailed();
    else if (text === '') events.onNoise();
    else events.onTurn({ text, startMs: turn.startMs, endMs, longestMs });
  }
}
