import type { DialogueAction, DialogueChunk } from '../domain/dialogue-engine';

/** Streams one response of the dialogue engine: its text for the line, then its action. */
export class Reply {
  action: DialogueAction = { do: 'go_on' };
  failed = false;
  readonly notes: string[] = [];
  readonly #texts: string[] = [];
  readonly #chunks: AsyncIterator<DialogueChunk>;
  #isWhole = false;
  #reading: Promise<void> | null = null;

  constructor(chunks: AsyncIterable<DialogueChunk>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The words from the beginning, for any number of readers. @throws what the engine throws */
  async *words(): AsyncGenerator<string> {
    for (let at = 0; ;) {
      const text = this.#texts[at];
      if (text !== undefined) {
        at += 1;
        yield text;
      } else if (this.#isWhole) return;
      else await (this.#reading ??= this.#read());
    }
  }

  /** Reads to the end of the stream. @throws what the engine throws */
  async whole(): Promise<void> {
    for await (const _ of this.words()) continue;
  }

  /** One chunk. After a failure every reader gets it. */
  async #read(): Promise<void> {
    try {
      const step = await this.#chunks.next();
      if (step.done === true) this.#isWhole = true;
      else if ('text' in step.value) this.#texts.push(step.value.text);
      else if ('note' in step.value) this.notes.push(step.value.note);
      else this.action = step.value.action;
      this.#reading = null;
    } catch (error) {
      this.failed = true;
      throw error;
    }
  }
}
