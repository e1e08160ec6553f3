import { FileProblem, type FileProblemCode, type Sheet } from '../../lib/upload/sheet';

export type Task =
  | {
      readonly id: number;
      readonly kind: 'read';
      readonly name: string;
      readonly bytes: Uint8Array;
      readonly sheet: number;
    }
  | { readonly id: number; readonly kind: 'hash'; readonly text: string };

export type TaskAnswer =
  | { readonly id: number; readonly sheet: Sheet }
  | { readonly id: number; readonly hash: string }
  | {
      readonly id: number;
      readonly problem: FileProblemCode;
      readonly count: number;
      readonly sheets: readonly string[];
    };

type WithoutId<T> = T extends Task ? Omit<T, 'id'> : never;

/** Reads files in a worker, so that a file on which it hangs or dies does not harm the page. */
export class Reader {
  #worker: Worker | null = null;
  #tasks = 0;
  readonly #waiting = new Map<number, (answer: TaskAnswer) => void>();

  /** @throws FileProblem */
  async read(name: string, bytes: Uint8Array, sheet: number): Promise<Sheet> {
    // Replaces a worker that is busy with another file.
    if (this.#waiting.size > 0) this.close();
    const answer = await this.#ask({ kind: 'read', name, bytes, sheet });
    if ('sheet' in answer) return answer.sheet;
    if (!('problem' in answer)) throw new FileProblem('broken');
    throw new FileProblem(answer.problem, answer.count, answer.sheets);
  }

  async hash(text: string): Promise<string> {
    const answer = await this.#ask({ kind: 'hash', text });
    if ('hash' in answer) return answer.hash;
    throw new Error('The worker is gone.');
  }

  /** Also stops work in progress. */
  close(problem: FileProblemCode = 'broken'): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const [id, answer] of this.#waiting) answer({ id, problem, count: 0, sheets: [] });
    this.#waiting.clear();
  }

  #ask(task: WithoutId<Task>): Promise<TaskAnswer> {
    this.#tasks += 1;
    const id = this.#tasks;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#started().postMessage({ ...task, id });
    });
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<TaskAnswer>) => {
      this.#waiting.get(data.id)?.(data);
      this.#waiting.delete(data.id);
    });
    // Only what the worker itself throws has a message.
    worker.addEventListener('error', (event) =>
      this.close(event instanceof ErrorEvent ? 'broken' : 'no-reader'),
    );
    this.#worker = worker;
    return worker;
  }
}
