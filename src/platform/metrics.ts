import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { own } from './kernel/own';

/** The metrics at /metrics. Labels are templates and codes, never ids or paths. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new Histogram({
    name: 'aics_http_request_seconds',
    help: 'Time to answer a request, by route template and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });
  readonly #counters = new Map<string, Counter>();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Records an answered request; `seconds` from its first byte to the end of the answer. */
  request(method: string, route: string, status: number, seconds: number): void {
    this.#requests.observe(
      { method: METHODS.has(method) ? method : 'other', route, status: String(status) },
      seconds,
    );
  }

  /** Increments a counter, which is created on first use. */
  count(name: string, help: string, labels: Record<string, string> = {}): void {
    let counter = this.#counters.get(name);
    if (!counter) {
      counter = new Counter({ name, help, labelNames: Object.keys(labels), registers: [this.registry] });
      this.#counters.set(name, counter);
    }
    counter.inc(labels);
  }

  /** A gauge measured at each scrape; NaN when that fails. */
  gauge(name: string, help: string, measure: () => number | Promise<number>): void {
    this.gauges({ [name]: help }, async () => ({ [name]: await measure() }));
  }

  /**
   * Gauges measured together, one measurement at a time: concurrent scrapes share it until it settles. After 2 s, as
   * when the database is away, a scrape reports NaN for them and all other metrics as usual.
   */
  gauges<Name extends string>(
    helps: Readonly<Record<Name, string>>,
    measure: () => Promise<Readonly<Record<Name, number>>>,
  ): void {
    let measuring: Promise<Readonly<Record<Name, number>> | null> | null = null;
    const shared = () =>
      (measuring ??= measure()
        .catch(() => null)
        .finally(() => {
          measuring = null;
        }));
    for (const [name, help] of Object.entries<string>(helps)) {
      new Gauge({
        name,
        help,
        registers: [this.registry],
        async collect() {
          this.set(own((await inTime(shared())) ?? {}, name) ?? NaN);
        },
      });
    }
  }
}

const COLLECT_TIMEOUT_MS = 2_000;

/** Null after the timeout. */
async function inTime<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, COLLECT_TIMEOUT_MS, null);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
