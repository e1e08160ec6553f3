import { type BeforeApplicationShutdown, Injectable, SetMetadata } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { DomainEventType } from '../kernel/domain-event';

/** These retries cover a short outage of PostgreSQL. After a longer one a sweep finds the work. */
const RETRY_OPTIONS = { attempts: 3, backoff: { type: 'fixed', delay: 500 } };

const HANDLES = 'aics:handles';

/** The relay puts such events into the processor's queue. */
export const HandlesEvent = (type: DomainEventType) => SetMetadata(HANDLES, type);

export function handledEvent(processor: object): DomainEventType | undefined {
  return Reflect.getMetadata(HANDLES, processor) as DomainEventType | undefined;
}

export type JobData = Readonly<Record<string, string>>;

/** The filter of a handler that ignores most events: one query is cheaper than a job for each. */
export interface EventFilter {
  /** The events that need work now. Work that arises later must have its own event. */
  filterEvents(events: readonly JobData[]): Promise<readonly JobData[]>;
}

const hasEventFilter = (processor: object): processor is EventFilter => 'filterEvents' in processor;

export const eventFilterOf = (processor: object): EventFilter['filterEvents'] =>
  hasEventFilter(processor)
    ? (events) => processor.filterEvents(events)
    : (events) => Promise.resolve(events);

/** The queues by name. A job is a reminder: it may be lost, late or doubled without harm. */
@Injectable()
export class Queues implements BeforeApplicationShutdown {
  #ending = false;
  readonly #queues = new Map<string, Queue>();

  register(queue: Queue): void {
    // An unhandled error event would end the process; the sweeps find what a broken queue loses.
    queue.on('error', () => undefined);
    this.#queues.set(queue.name, queue);
  }

  /** A closed queue never responds: a job that reminds another queue would prevent its worker from closing. */
  beforeApplicationShutdown(): void {
    this.#ending = true;
  }

  names(): string[] {
    return [...this.#queues.keys()];
  }

  async waiting(queueName: string): Promise<number> {
    return this.#queue(queueName).getWaitingCount();
  }

  /**
   * Equal waiting reminders become one. A fraction of a millisecond would hang the job. @throws Error during shutdown
   */
  async remind(queueName: string, data: JobData, delayMs = 0): Promise<void> {
    if (this.#ending) throw new Error(`${queueName} takes no reminders: this process is stopping`);
    await this.#queue(queueName).add(queueName, data, {
      deduplication: { id: Object.values(data).join('.'), keepLastIfActive: true },
      delay: Math.max(0, Math.round(delayMs)),
      ...RETRY_OPTIONS,
      removeOnComplete: true,
      removeOnFail: true,
    });
  }

  #queue(name: string): Queue {
    const queue = this.#queues.get(name);
    if (!queue) throw new Error(`there is no queue ${name}`);
    return queue;
  }
}
