import type { UnitOfWork } from './unit-of-work';

/** A statement for more than this would hold up those behind it. */
const MOST = 100;

/** A statement that takes longer (a connection that fell silent, say) keeps nobody waiting. */
const SLOW_MS = 1_000;

interface Waiting<Question, Reply> {
  readonly question: Question;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Questions of one kind that come while the process is busy with the same turn of its event loop go to PostgreSQL
 * together: under load one statement answers several requests, an idle service waits for nobody. Each question is asked
 * anew, so nothing is cached. Those who share a transaction ask together, and those who are in none; whoever has a
 * transaction of its own asks at once. `askAll` gives one reply a question, in their order; when it fails, all of them fail.
 * With `atOnce` statements under way the next waits, and is for all that come meanwhile.
 */
export class Gathered<Question, Reply> {
  readonly #waiting = new Map<object, Waiting<Question, Reply>[]>();
  readonly #underWay = new Map<object, number>();

  constructor(
    private readonly unitOfWork: Pick<UnitOfWork, 'company'>,
    private readonly askAll: (questions: readonly Question[]) => Promise<readonly Reply[]>,
    private readonly atOnce = Infinity,
  ) {}

  async ask(question: Question): Promise<Reply> {
    const { company } = this.unitOfWork;
    if (company === null) return (await this.askAll([question]))[0] as Reply;
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(company);
      if (waiting === undefined) {
        this.#waiting.set(company, [{ question, resolve, reject }]);
        setImmediate(() => void this.#send(company));
        return;
      }
      waiting.push({ question, resolve, reject });
      if (waiting.length === MOST) void this.#send(company);
    });
  }

  async #send(company: object): Promise<void> {
    const waiting = this.#waiting.get(company);
    if (waiting === undefined || (this.#underWay.get(company) ?? 0) >= this.atOnce) return;
    const asked = waiting.splice(0, MOST);
    if (waiting.length === 0) this.#waiting.delete(company);
    const over = this.#begin(company);
    try {
      const replies = await this.askAll(asked.map(({ question }) => question));
      if (replies.length !== asked.length) throw new Error('not one reply for each question');
      asked.forEach(({ resolve }, at) => {
        resolve(replies[at] as Reply);
      });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    } finally {
      over();
    }
  }

  /** Counts a statement; the function that comes back ends that, once, and lets the next begin. */
  #begin(company: object): () => void {
    if (this.atOnce === Infinity) return () => undefined;
    const count = (change: number) => {
      const now = (this.#underWay.get(company) ?? 0) + change;
      if (now === 0) this.#underWay.delete(company);
      else this.#underWay.set(company, now);
    };
    let counts = true;
    const over = () => {
      clearTimeout(slow);
      if (counts) count(-1);
      counts = false;
      void this.#send(company);
    };
    const slow = setTimeout(over, SLOW_MS);
    count(1);
    return over;
  }
}

/** Gathers what is only written; nobody waits for an answer of PostgreSQL (see UnitOfWork.write). */
export class GatheredWrites<Item> {
  readonly #gathered: Gathered<readonly Item[], undefined>;

  constructor(unitOfWork: Pick<UnitOfWork, 'company'>, write: (items: readonly Item[]) => Promise<void>) {
    this.#gathered = new Gathered(unitOfWork, async (given) => {
      await write(given.flat());
      return given.map(() => undefined);
    });
  }

  /** Resolves when they are on their way. */
  async add(items: readonly Item[]): Promise<void> {
    if (items.length > 0) await this.#gathered.ask(items);
  }
}

/** Gathers look-ups by a text: each is asked for once, `find` gives those that exist. */
export class GatheredById<Found extends string | object> {
  readonly #gathered: Gathered<string, Found | null>;

  constructor(unitOfWork: Pick<UnitOfWork, 'company'>, find: (ids: string[]) => Promise<Map<string, Found>>) {
    this.#gathered = new Gathered(unitOfWork, async (ids) => {
      const found = await find([...new Set(ids)]);
      return ids.map((id) => found.get(id) ?? null);
    });
  }

  /** What has this id, or null. */
  find(id: string): Promise<Found | null> {
    return this.#gathered.ask(id);
  }
}
