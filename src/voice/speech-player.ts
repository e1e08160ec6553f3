import type { MediaLeg, Played } from '../media';
import { sentencesIn, sentencesOf, type Synthesis, type Utterance, wordsUpTo } from '../speech';
import type { HoldTimer } from './hold-timer';
import { deferred, type Deferred } from '../platform/kernel/async/deferred';

/** Sentences synthesized ahead of the current one. */
const AHEAD = 2;
/** Minimum per character of a sentence that was interrupted before its audio was complete. */
const MS_PER_CHARACTER = 65;
/** After a pause speech resumes at the last gap between two words within this time. */
const RESUME_BACK_MS = 1_000;

export interface PlaybackResult {
  readonly spoken: string;
  readonly startMs: number;
  readonly endMs: number;
  /** When the first audio was there: on SIP hold it begins later. */
  readonly readyMs: number;
  readonly failed: boolean;
  /** From the first sentence to its first audio; null without audio. */
  readonly ttsMs: number | null;
}

interface Part {
  readonly utterance: Utterance;
  readonly played: Promise<Played>;
}

const NOT_PLAYED: Played = { playedMs: 0, ended: 'cleared' };

/** Plays the agent's speech on a leg by sentence, and tracks which words were played. */
export class SpeechPlayer {
  #parts: Part[] = [];
  /** Sentences whose audio is at the leg; the next waits for its first audio. */
  #given = 0;
  #lastGiven: Promise<unknown> = Promise.resolve();
  #isSpeaking = false;
  #deferred: Deferred<void> | null = null;
  #abort = new AbortController();
  #startMs: number | null = null;
  /** When the last audio ended: before a pause or a SIP hold that nothing was played after. */
  #endMs: number | null = null;
  #pausedMs: number | null = null;
  #waitedMs = 0;
  /** When the first sentence was sent to the engine, and when its first audio came. */
  #requestedMs: number | null = null;
  #madeMs: number | null = null;

  constructor(
    private readonly leg: MediaLeg,
    private readonly synthesis: Synthesis,
    private readonly nowMs: () => number,
    private readonly holdTimer: HoldTimer,
  ) {
    // Audio waits during SIP hold; past its maximum the talk goes on without.
    holdTimer.onOver(() => this.stop());
    holdTimer.onResumed((sinceMs) => this.#startLater(sinceMs));
  }

  /** Plays until the end or `stop`. An earlier filler belongs to the text. Never rejects; null for an empty text. */
  async speak(text: AsyncIterable<string>, began: () => void): Promise<PlaybackResult | null> {
    if (this.holdTimer.isOver) return readUnplayed(text);
    this.#renew();
    this.#isSpeaking = true;
    const { signal } = this.#abort;
    const sentences = this.synthesis.pieces(sentencesIn(text));
    for (let before = AHEAD; !signal.aborted;) {
      const step = await untilAborted(sentences.next(), signal);
      if (!step || step.done === true) break;
      const isFirst = this.#requestedMs === null;
      this.#requestedMs ??= this.nowMs();
      this.#play(this.synthesis.speak(step.value, signal), () => {
        if (isFirst) this.#madeMs ??= this.nowMs();
        began();
      });
      // Continues when the part before the last was played, or all have ended.
      if (--before < 0 && !(await this.#hasSounded(this.#parts.at(-AHEAD)))) break;
    }
    // Stops the source of the text; its result is ignored.
    void sentences.return(undefined).catch(() => undefined);
    const result = await this.#result();
    this.forget();
    return result;
  }

  /** After the engine failed, as far as possible; returns the sentences that were played. Never rejects. */
  async speakWithFallback(text: string, isCut: () => boolean): Promise<string> {
    const spoken: string[] = [];
    for (const sentence of sentencesOf(text)) {
      const utterance = await this.synthesis.speakWithFallback(sentence);
      if (!utterance || isCut() || (await this.leg.play(utterance)).ended !== 'played') break;
      spoken.push(sentence);
    }
    return spoken.join(' ');
  }

  /** Before all sentences without audio: the phrase belongs to the current or next speech. */
  fill(utterance: Utterance): void {
    if (this.#isSpeaking && this.#abort.signal.aborted) return;
    this.#renew();
    const played = this.#played(this.#noting(utterance, () => undefined));
    this.#parts.splice(this.#given++, 0, { utterance, played });
  }

  forget(): void {
    [this.#parts, this.#given, this.#lastGiven, this.#isSpeaking] = [[], 0, Promise.resolve(), false];
    [this.#startMs, this.#requestedMs, this.#madeMs] = [null, null, null];
    [this.#endMs, this.#pausedMs] = [null, null];
    this.#waitedMs = 0;
  }

  /** The next sentence is not played before `release`. */
  defer(): void {
    this.#deferred ??= deferred();
  }

  release(): void {
    this.#deferred?.resolve();
    this.#deferred = null;
  }

  pause(): void {
    this.#pausedMs ??= this.nowMs();
    this.leg.pause();
  }

  resume(): void {
    this.#pausedMs = null;
    this.leg.resume(RESUME_BACK_MS);
  }

  stop(): void {
    this.#abort.abort();
    void this.leg.clear();
  }

  #startLater(sinceMs: number): void {
    if (this.#startMs === null || this.#startMs < sinceMs) return;
    const waitedMs = this.nowMs() - this.#startMs;
    this.#startMs += waitedMs;
    this.#waitedMs += waitedMs;
  }

  #renew(): void {
    if (this.#abort.signal.aborted) this.#abort = new AbortController();
  }

  /** A phrase may fill the time until a sentence's audio begins. */
  #play(utterance: Utterance, began: () => void): void {
    const { signal } = this.#abort;
    const audio = utterance[Symbol.asyncIterator]();
    const first = audio.next();
    const ready = this.#lastGiven.then(() => untilAborted(first, signal));
    this.#lastGiven = ready;
    const played = ready.then(async (step) => {
      if (this.#deferred) await untilAborted(this.#deferred.promise, signal);
      if (step === null || signal.aborted) return NOT_PLAYED;
      this.#given += 1;
      return this.#played(this.#noting(after(step, audio), began));
    });
    this.#parts.push({ utterance, played });
  }

  async #played(audio: AsyncIterable<Int16Array>): Promise<Played> {
    const played = await this.leg.play(audio);
    const nowMs = this.nowMs();
    const quietMs = Math.min(this.#pausedMs ?? nowMs, this.holdTimer.sinceMs ?? nowMs);
    if (played.playedMs > 0) this.#endMs = quietMs;
    return played;
  }

  async *#noting(pieces: AsyncIterable<Int16Array>, began: () => void): AsyncGenerator<Int16Array> {
    for await (const audio of pieces) {
      this.#startMs ??= this.nowMs() + this.leg.queuedMs;
      began();
      yield audio;
    }
  }

  async #hasSounded(part: Part | undefined): Promise<boolean> {
    return part === undefined || ((await part.played).ended === 'played' && !part.utterance.isSilent);
  }

  async #result(): Promise<PlaybackResult | null> {
    let failed = false;
    const spoken: string[] = [];
    for (const { utterance, played } of this.#parts) {
      const result = await played;
      if (utterance.isSilent && !this.#abort.signal.aborted) {
        failed = true;
        this.stop();
      } else spoken.push(playedWords(utterance, result));
    }
    if (this.#parts.length === 0) return null;
    const endMs = this.#endMs ?? this.nowMs();
    const text = spoken.filter((words) => words !== '').join(' ');
    const ttsMs = this.#madeMs === null ? null : this.#madeMs - (this.#requestedMs ?? this.#madeMs);
    const startMs = Math.min(endMs, this.#startMs ?? endMs);
    return { spoken: text, startMs, endMs, readyMs: startMs - this.#waitedMs, failed, ttsMs };
  }
}

/** Returns as for an empty text, once its source has ended. */
async function readUnplayed(text: AsyncIterable<string>): Promise<null> {
  try {
    for await (const _ of text) continue;
  } catch {
    // The source reports its failure itself.
  }
  return null;
}

async function* after(
  first: IteratorResult<Int16Array>,
  rest: AsyncIterator<Int16Array>,
): AsyncGenerator<Int16Array> {
  for (let step = first; step.done !== true; step = await rest.next()) yield step.value;
}

function playedWords(utterance: Utterance, { playedMs, ended }: Played): string {
  const { text, isWhole, ms } = utterance;
  if (ended === 'played' && isWhole) return text;
  const wholeMs = isWhole ? ms : Math.max(ms, text.length * MS_PER_CHARACTER);
  return wholeMs === 0 ? '' : wordsUpTo(text, playedMs / wholeMs);
}

/** Null when it is aborted first, or rejects: a text that breaks off ends there. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve) => {
    const give = () => resolve(null);
    // An aborted signal emits no event.
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
    promise.then(resolve, give).finally(() => signal.removeEventListener('abort', give));
  });
}
