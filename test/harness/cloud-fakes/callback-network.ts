import { setTimeout as sleep } from 'node:timers/promises';

/** How callbacks travel. */
export interface CallbackWeather {
  /** Each comes twice. */
  readonly doubled?: boolean;
  /** Each takes so long, in milliseconds, in turn; those that take longer are overtaken. */
  readonly delays?: readonly number[];
  /** None arrives. */
  readonly lost?: boolean;
}

/** A callback that was sent, and what it was answered. */
export interface SentCallback<Fields extends object> {
  readonly url: string;
  readonly fields: Fields;
  status: number | null;
}

/** The way of a carrier's callbacks: doubled, late and out of order as told; sent again while they are not taken. */
export class CallbackNetwork<Fields extends object = Readonly<Record<string, string>>> {
  readonly sent: SentCallback<Fields>[] = [];
  readonly #under = new Set<Promise<unknown>>();

  constructor(
    private readonly headersOf: (url: string, fields: Fields) => Record<string, string>,
    private readonly bodyOf: (fields: Fields) => string | URLSearchParams = formOf,
  ) {}

  send(url: string, fields: Fields, weather: CallbackWeather, number: number): void {
    if (weather.lost) return;
    const delay = weather.delays?.[number % weather.delays.length] ?? 0;
    for (let copy = 0; copy < (weather.doubled ? 2 : 1); copy++) {
      const under: Promise<unknown> = this.#deliver(url, fields, delay).finally(() =>
        this.#under.delete(under),
      );
      this.#under.add(under);
    }
  }

  /** A request whose answer says what is to be done next; '' when none came. */
  async ask(url: string, fields: Fields, weather: CallbackWeather, number: number): Promise<string> {
    if (weather.lost) return '';
    const delay = weather.delays?.[number % weather.delays.length] ?? 0;
    const copies = Array.from({ length: weather.doubled ? 2 : 1 }, () => this.#deliver(url, fields, delay));
    const [answer = ''] = await Promise.all(copies);
    return answer;
  }

  /** Resolves when nothing is under way. */
  async quiet(): Promise<void> {
    while (this.#under.size > 0) await Promise.all(this.#under);
  }

  async #deliver(url: string, fields: Fields, delay: number): Promise<string> {
    await sleep(delay, undefined, { ref: false });
    const address = url.split('#', 1)[0] ?? '';
    const sent: SentCallback<Fields> = { url: address, fields, status: null };
    this.sent.push(sent);
    for (let time = 0; time < 5; time++) {
      const answer = await fetch(address, {
        method: 'POST',
        headers: this.headersOf(address, fields),
        body: this.bodyOf(fields),
      }).catch(() => null);
      sent.status = answer?.status ?? null;
      const body = (await answer?.text().catch(() => '')) ?? '';
      if (answer && answer.status < 500) return body;
      await sleep(100, undefined, { ref: false });
    }
    return '';
  }
}

function formOf(fields: object): URLSearchParams {
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  );
}
