import { Injectable } from '@nestjs/common';
import {
  type EndedCalls,
  HomeRepository,
  type LocalSpan,
  type Part,
} from '../infrastructure/home.repository';

/** Reads how calls ended. Requests that run at once share a read: Home and its comparison need the same calls. */
@Injectable()
export class EndedCallsReader {
  readonly #running = new Map<string, Promise<EndedCalls[]>>();

  constructor(private readonly figures: HomeRepository) {}

  of(part: Part, span: LocalSpan): Promise<EndedCalls[]> {
    const name = JSON.stringify([part, span]);
    const running = this.#running.get(name);
    if (running) return running;
    const read = this.figures.sumEnded(part, span).finally(() => this.#running.delete(name));
    this.#running.set(name, read);
    return read;
  }
}
