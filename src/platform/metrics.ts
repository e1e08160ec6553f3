import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { own } from './kernel/own';
import { withTimeout } from './kernel/time/timeout';

/** Counts one event. */
export type Count = (labels?: Record<string, string>) => void;

/** Collects the metrics at /metrics. Labels are templates and codes, never ids or paths. */
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

  /** `seconds` from the first byte to the end of the response. */
  request(method: string, route: string, status: number, seconds: number): void {
    this.#requests.observe(
      { method: METHODS.has(method) ? method : 'other', route, status: String(status) },
      seconds,
    );
  }

  count(name: string, help: string, labels: Record<string, string>, by = 1): void {
    this.#counter(name, help, Object.keys(labels)).inc(labels, by);
  }

  /** Shows a counter before its first event. @returns what counts */
  declare(name: string, help: string, labelNames: readonly string[]): Count {
    const counter = this.#counter(name, help, labelNames);
    return (labels = {}) => counter.inc(labels);
  }

  /** Counts requests of keys and of sessions alike. */
  declareAuthRefusals(): Count {
    return this.declare('aics_auth_refused_total', 'Requests refused at authentication, by code.', ['code']);
  }

  #counter(name: string, help: string, labelNames: readonly string[]): Counter {
    let counter = this.#counters.get(name);
    if (!counter) {
      counter = new Counter({ name, help, labelNames: [...labelNames], registers: [this.registry] });
      this.#counters.set(name, counter);
    }
    return counter;
  }

  gauge(name: string, help: string, measure: () => number | Promise<number>): void {
    this.gauges({ [name]: help }, async () => ({ [name]: await measure() }));
  }

  /** Gauges measured together, one measurement at a time. After 2 s a scrape reports NaN for them. */
  gauges<Name extends string>(
    helps: Readonly<Record<Name, string>>,
    measure: () => Promise<Readonly<Record<Name, number>>>,
  ): void {
    const shared = sharing(measure);
    for (const [name, help] of Object.entries<string>(helps)) {
      new Gauge({
        name,
        help,
        registers: [this.registry],
        async collect() {
          this.set(own((await shared()) ?? {}, name) ?? NaN);
        },
      });
    }
  }

  /** Measured at each scrape, by the values of one label; a failed measurement reports none. */
  labelled({ type, label, ...named }: LabelledMetric, measure: () => Figures | Promise<Figures>): void {
    const shared = sharing(async () => measure());
    const Kind = type === 'gauge' ? Gauge : Counter;
    const metric: Gauge | Counter = new Kind({
      ...named,
      labelNames: [label],
      registers: [this.registry],
      collect: async () => {
        const figures = (await shared()) ?? [];
        metric.reset();
        for (const [value, figure] of figures) metric.inc({ [label]: value }, figure);
      },
    });
  }

  /** NaN when the read fails. */
  total(name: string, help: string, measure: () => Promise<number>): void {
    const shared = sharing(measure);
    const counter: Counter = new Counter({
      name,
      help,
      registers: [this.registry],
      collect: async () => {
        const total = await shared();
        counter.reset();
        counter.inc(total ?? NaN);
      },
    });
  }

  /** In seconds; empty when it cannot be read. */
  histogram(name: string, help: string, measure: () => Promise<Distribution>): void {
    const shared = sharing(measure);
    const values = ({ buckets, count, sum }: Distribution) => [
      ...[...buckets, [Infinity, count] as const].map(([most, value]) => ({
        metricName: `${name}_bucket`,
        labels: { le: most === Infinity ? '+Inf' : String(most) },
        value,
      })),
      { metricName: `${name}_sum`, labels: {}, value: sum },
      { metricName: `${name}_count`, labels: {}, value: count },
    ];
    const get = async () => {
      const found = await shared();
      return { name, help, type: 'histogram', aggregator: 'sum', values: found ? values(found) : [] };
    };
    this.registry.registerMetric({ name, get } as unknown as Histogram);
  }
}

interface LabelledMetric {
  readonly type: 'gauge' | 'counter';
  readonly name: string;
  readonly help: string;
  readonly label: string;
}

export type Figures = Iterable<readonly [value: string, figure: number]>;

/** Counts by upper bound in seconds; the sum in seconds. */
export interface Distribution {
  readonly buckets: readonly (readonly [seconds: number, count: number])[];
  readonly count: number;
  readonly sum: number;
}

const COLLECT_TIMEOUT_MS = 2_000;

/** Shares a measurement until it settles; null when it fails or times out. */
function sharing<T>(measure: () => Promise<T>): () => Promise<T | null> {
  let measuring: Promise<T | null> | null = null;
  return () =>
    withTimeout(
      COLLECT_TIMEOUT_MS,
      (measuring ??= measure()
        .catch(() => null)
        .finally(() => {
          measuring = null;
        })),
      () => null,
    );
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
