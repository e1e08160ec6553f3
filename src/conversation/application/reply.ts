import type { DialogueAction, DialogueChunk } from '../domain/dialogue-engine';

/** Streams one response of the dialogue engine: its text for the line, then its action. */
export class Reply {
  action: DialogueAction = { do: 'go_on' };
  failed = false;

  constructor(private readonly chunks: AsyncIterable<DialogueChunk>) {}

  /** @throws what the engine throws */
  async *words(): AsyncGenerator<string> {
    try {
      for await (const chunk of this.chunks) {
        if ('text' in chunk) yield chunk.text;
        else this.action = chunk.action;
      }
    } catch (error) {
      this.failed = true;
      throw error;
    }
  }
}
