import { Injectable, SetMetadata } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { DomainEventType } from '../kernel/domain-event';

/** A reminder whose run failed, as when PostgreSQL was away for a moment, is tried again before it is left to a sweep. */
const TRIES = { attempts: 3, backoff: { type: 'fixed', delay: 500 } };

const HANDLES = 'aics:handles';

/** Marks a processor as the handler of a domain event: the relay puts each such event into the processor's queue. */
export const HandlesEvent = (type: DomainEventType) => SetMetadata(HANDLES, type);

/** The domain event that a processor class handles, if any. */
export function handledEvent(processor: object): DomainEventType | undefined {
  return Reflect.getMetadata(HANDLES, processor) as DomainEventType | undefined;
}

/** What a job carries: ids. */
export type JobData = Readonly<Record<string, string>>;

/** A handler of events most of which are nothing to it: one question for many of them is cheaper than a job for each. */
export interface Selective {
  /**
   * Those of the events, by what they carry, on which there is something to do. What becomes so only later must come with
   * an event of its own.
   */
  wanted(events: readonly JobData[]): Promise<readonly JobData[]>;
}

const isSelective = (processor: object): processor is Selective => 'wanted' in processor;

/** How to ask a processor which events it wants; one that cannot tell wants all. */
export const choiceOf = (processor: object): Selective['wanted'] =>
  isSelective(processor) ? (events) => processor.wanted(events) : (events) => Promise.resolve(events);

/**
 * The queues by name. A job is a reminder: it may be lost, late or run twice and nothing goes wrong.
 */
@Injectable()
export class Queues {
  readonly #queues = new Map<string, Queue>();

  register(queue: Queue): void {
    // Without a listener an error event would end the process; the sweeps find what a broken queue loses.
    queue.on('error', () => undefined);
    this.#queues.set(queue.name, queue);
  }

  names(): string[] {
    return [...this.#queues.keys()];
  }

  /** How many reminders of a processor wait, those not counted whose run has begun. */
  async waiting(queueName: string): Promise<number> {
    return this.#queue(queueName).getWaitingCount();
  }

  /**
   * Reminds a processor. Equal reminders become one while they wait; one that arrives during a run of its equal is
   * kept and runs after it. `delayMs` is rounded to whole milliseconds: fractions would hang the job.
   */
  async remind(queueName: string, data: JobData, delayMs = 0): Promise<void> {
    await this.#queue(queueName).add(queueName, data, {
      deduplication: { id: Object.values(data).join('.'), keepLastIfActive: true },
      delay: Math.max(0, Math.round(delayMs)),
      ...TRIES,
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
