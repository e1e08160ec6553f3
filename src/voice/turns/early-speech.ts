import type { EarlyListener } from '../../conversation';
import type { Synthesis } from '../../speech';

/** Synthesizes the beginning of a reply while the contact's turn may not be over. */
export class EarlySpeech {
  #listener: EarlyListener | undefined;

  constructor(private readonly synthesis: Pick<Synthesis, 'prepareAhead'>) {}

  /** Replies are requested only while the talk waits for the contact. */
  async during<T>(listener: EarlyListener | undefined, listen: () => Promise<T>): Promise<T> {
    this.#listener = listener;
    try {
      return await listen();
    } finally {
      this.#listener = undefined;
    }
  }

  onSettled(words: Parameters<EarlyListener['onSettled']>[0]): void {
    const reply = this.#listener?.onSettled(words);
    if (reply) void this.synthesis.prepareAhead(reply.text, reply.signal);
  }

  onResumed(): void {
    this.#listener?.onResumed();
  }
}
