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
export interface SentCallback {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  status: number | null;
}

/** The way of a carrier's callbacks: doubled, late and out of order as told; sent again while they are not taken. */
export class CallbackNetwork {
  readonly sent: SentCallback[] = [];
  readonly #under = new Set<Promise<unknown>>();

  constructor(
    private readonly headersOf: (
      url: string,
      fields: Readonly<Record<string, string>>,
    ) => Record<string, string>,
  ) {}

  send(
    url: string,
    fields: Readonly<Record<string, string>>,
    weather: CallbackWeather,
    number: number,
  ): void {
    if (weather.lost) return;
    const delay = weather.delays?.[number % weather.delays.length] ?? 0;
    for (let copy = 0; copy < (weather.doubled ? 2 : 1); copy++) {
      const under = this.#deliver(url, fields, delay).finally(() => this.#under.delete(under));
      this.#under.add(under);
    }
  }

  /** Resolves when nothing is under way. */
  async quiet(): Promise<void> {
    while (this.#under.size > 0) await Promise.all(this.#under);
  }

  async #deliver(url: string, fields: Readonly<Record<string, string>>, delay: number): Promise<void> {
    await sleep(delay, undefined, { ref: false });
    const address = url.split('#', 1)[0] ?? '';
    const sent: SentCallback = { url: address, fields, status: null };
    this.sent.push(sent);
    for (let time = 0; time < 5; time++) {
      sent.status = await fetch(address, {
        method: 'POST',
        headers: this.headersOf(address, fields),
        body: new URLSearchParams(fields),
      }).then(
        ({ status }) => status,
        () => null,
      );
      if (sent.status !== null && sent.status < 500) return;
      await sleep(100, undefined, { ref: false });
    }
  }
}
