/** A statement for more than this would hold up those behind it. */
const MOST = 100;

interface Waiting<Question, Reply> {
  readonly question: Question;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Questions of one kind that come while the process is busy with the same turn of its event loop go to PostgreSQL
 * together: under load one statement answers several requests, an idle service waits for nobody. Each question is asked
 * anew, so nothing is cached. `ask` gives one reply a question, in their order; when it fails, all of them fail.
 */
export class Gathered<Question, Reply> {
  #waiting: Waiting<Question, Reply>[] = [];

  constructor(private readonly askAll: (questions: readonly Question[]) => Promise<readonly Reply[]>) {}

  ask(question: Question): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => void this.#send());
      this.#waiting.push({ question, resolve, reject });
      if (this.#waiting.length === MOST) void this.#send();
    });
  }

  async #send(): Promise<void> {
    const asked = this.#waiting;
    if (asked.length === 0) return;
    this.#waiting = [];
    try {
      const replies = await this.askAll(asked.map(({ question }) => question));
      if (replies.length !== asked.length) throw new Error('not one reply for each question');
      asked.forEach(({ resolve }, at) => {
        resolve(replies[at] as Reply);
      });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
