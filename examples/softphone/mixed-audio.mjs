import { setTimeout as sleep } from 'node:timers/promises';

const BLOCK = 160;
const SAMPLES_A_MS = 8;
/** Audio is made so long before it is sent, in pieces of 20 ms. */
const AHEAD_MS = 400;
const LOOK_MS = 10;
/** Silence before all, so that the first piece comes in time. */
const LEAD_MS = 500;

/** One stream of audio without a gap: a background that is repeated, and over it what is said. */
export class MixedAudio {
  #leg;
  #background;
  /** @type {{audio: Int16Array, from: number, done: () => void} | null} */
  #saying = null;
  #given = 0;
  #stopped = false;
  #beganMs = 0;

  constructor(leg, background) {
    [this.#leg, this.#background] = [leg, background];
  }

  /** Resolves once it is heard. */
  async begin() {
    void this.#leg.play(new Int16Array(LEAD_MS * SAMPLES_A_MS));
    const began = this.#leg.mark();
    void this.#leg.play(this.#pieces());
    this.#beganMs = (await began) ?? 0;
  }

  /** When the next saying is heard, on the leg's clock. */
  get nextMs() {
    return this.#beganMs + this.#given / SAMPLES_A_MS;
  }

  /** Resolves when it was heard to its end. */
  async say(audio) {
    await new Promise((done) => {
      this.#saying = { audio, from: this.#given, done: () => done(undefined) };
    });
    await sleep(AHEAD_MS);
  }

  /** @returns {Promise<number>} how much later than it should the last of it was heard: audio was missing */
  async stop() {
    this.#stopped = true;
    const endedMs = await this.#leg.mark();
    return endedMs === null ? 0 : endedMs - this.nextMs;
  }

  async *#pieces() {
    const began = performance.now();
    while (!this.#stopped) {
      while (this.#given / SAMPLES_A_MS - (performance.now() - began) > AHEAD_MS) await sleep(LOOK_MS);
      yield this.#next();
    }
  }

  #next() {
    const [from, saying, behind] = [this.#given, this.#saying, this.#background];
    this.#given += BLOCK;
    const piece = Int16Array.from({ length: BLOCK }, (_, at) => {
      const said = saying?.audio[from - saying.from + at] ?? 0;
      const heard = behind === null ? 0 : behind[(from + at) % behind.length];
      return Math.max(-32_768, Math.min(32_767, said + heard));
    });
    if (saying && this.#given - saying.from >= saying.audio.length) {
      this.#saying = null;
      saying.done();
    }
    return piece;
  }
}
