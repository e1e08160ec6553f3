import { type TextLine, wholeText } from '../../../conversation';
import { REAL_TIMES } from './real-times';
import type { Cut, VoiceLine } from './voice-line';
import { type MediaLeg, type Played, tones } from '../../../media';
import type { Timers } from '../../../platform/timers';

/** A contact who was quiet for so long has finished. */
const ENDPOINT_MS = 500;
/** One contact's turn at the most. */
const LONGEST_TURN_MS = 30_000;
/** A tone stands for words: so long for each character. */
const MS_PER_CHARACTER = 60;
const LONGEST_TONE_MS = 30_000;
/** What stands for words that nobody recognized. */
const UNRECOGNIZED = '…';

const VOICE: tones.Tone = { hertz: [425], pattern: [180, 60], level: -18 };

/**
 * A real leg as a text line without speech engines: the agent's words are tones of their length, and of the contact it is
 * known when somebody spoke, not what was said.
 */
export class ToneLine implements VoiceLine {
  readonly #answeredAt: number;
  #cut: Cut | null = null;
  #stopLimit: () => void = () => undefined;
  readonly #stopListening: () => void;
  /** Told of each cut and of each change between speech and quiet. */
  #wake: () => void = () => undefined;
  /** On the leg's clock; null while nobody speaks. */
  #voicedAt: number | null = null;
  #quietAt = 0;

  constructor(
    private readonly leg: MediaLeg,
    private readonly timers: Timers,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#answeredAt = now();
    this.#stopListening = leg.listen({
      voiced: (atMs) => {
        this.#voicedAt = atMs;
        this.#wake();
      },
      quiet: (atMs) => {
        [this.#voicedAt, this.#quietAt] = [null, atMs];
        this.#wake();
      },
      closed: () => {
        this.cut('lost');
      },
    });
  }

  readonly times = REAL_TIMES;

  nowMs(): number {
    return Math.max(0, Math.round(this.now() - this.#answeredAt));
  }

  cutAt(limitMs: number): void {
    this.#stopLimit = this.timers.after(Math.max(0, limitMs - this.nowMs()), () => {
      this.cut('limit');
    });
  }

  /** The first cut counts; whatever is said or heard ends with it. */
  cut(why: Cut): void {
    if (this.#cut) return;
    this.#cut = why;
    this.#stopLimit();
    void this.leg.clear();
    this.#wake();
  }

  hold(): void {
    // Without words it makes no difference.
  }

  settle(): void {
    // Nobody was asked who answered.
  }

  /** Frees what the line holds, once the talk is over. */
  close(): void {
    this.#stopLimit();
    this.#stopListening();
  }

  async say(words: AsyncIterable<string>): ReturnType<TextLine['say']> {
    const text = await wholeText(words);
    if (text === null) return null;
    const startMs = this.nowMs();
    if (this.#cut) return { startMs, endMs: startMs, heard: '', cutBy: this.#cut };
    const ms = Math.min(LONGEST_TONE_MS, text.length * MS_PER_CHARACTER);
    const played = await this.leg.play(tones.toneSamples(VOICE, ms));
    return { startMs, endMs: startMs + played.playedMs, heard: heardOf(text, ms, played), cutBy: this.#cut };
  }

  async listen(forMs: number): ReturnType<TextLine['listen']> {
    const began = this.nowMs();
    while (!this.#cut && this.#voicedAt === null && this.nowMs() - began < forMs)
      await this.#change(forMs - (this.nowMs() - began));
    if (this.#cut) return ended(this.#cut, this.nowMs());
    if (this.#voicedAt === null) return { kind: 'silence', forMs };
    const startMs = this.#sinceAnswer(this.#voicedAt);
    const endMs = await this.#endOfSpeech(startMs);
    const cut = this.#cutNow();
    if (cut === 'lost') return { kind: 'lost' };
    const hungUp = cut === 'hung_up';
    return { kind: 'speech', text: UNRECOGNIZED, startMs, endMs, ...(hungUp && { hungUp }) };
  }

  /** What is not understood is no greeting that ends. */
  awaitBeep(): Promise<void> {
    return Promise.resolve();
  }

  /** Nobody can be reached from here: the agent goes on. */
  transfer(): ReturnType<TextLine['transfer']> {
    return Promise.resolve({ said: [], endedBy: 'contact' });
  }

  /** Milliseconds since the answer at which the contact has finished. */
  async #endOfSpeech(startMs: number): Promise<number> {
    while (!this.#cut && this.nowMs() - startMs < LONGEST_TURN_MS) {
      const quietFor = this.#voicedAt === null ? this.nowMs() - this.#sinceAnswer(this.#quietAt) : 0;
      if (quietFor >= ENDPOINT_MS) return this.#sinceAnswer(this.#quietAt);
      await this.#change(
        this.#voicedAt === null ? ENDPOINT_MS - quietFor : LONGEST_TURN_MS - (this.nowMs() - startMs),
      );
    }
    return this.nowMs();
  }

  /** Asked after each wait, in which it may have changed. */
  #cutNow(): Cut | null {
    return this.#cut;
  }

  #sinceAnswer(legMs: number): number {
    return Math.max(0, Math.round(this.leg.startedAt + legMs - this.#answeredAt));
  }

  /** Resolves at the next change of the line, or after so long. */
  #change(forMs: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.timers.after(forMs, resolve);
      this.#wake = () => {
        stop();
        resolve();
      };
    });
  }
}

function ended(cut: Cut, nowMs: number): Awaited<ReturnType<TextLine['listen']>> {
  if (cut === 'limit') return { kind: 'silence', forMs: nowMs };
  return { kind: cut };
}

/** The words whose share of the audio was played. */
function heardOf(text: string, ms: number, { playedMs, ended }: Played): string {
  if (ended === 'played' || ms === 0) return text;
  const part = text.slice(0, Math.floor((text.length * playedMs) / ms));
  return part.slice(0, Math.max(0, part.lastIndexOf(' '))).trim();
}
