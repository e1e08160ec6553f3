import { WorkerHost } from '@nestjs/bullmq';
import type { DiscoveryService } from '@nestjs/core';
import type { DomainEventType } from '../kernel/domain-event';
import { StartupError } from '../startup-error';
import { choiceOf, handledEvent, type Selective } from './queues';

/** Where @nestjs/bullmq keeps what `@Processor` was given. */
const PROCESSOR_METADATA = 'bullmq:processor_metadata';

/** A processor class as it is wired. */
export interface WiredProcessor {
  readonly name: string;
  readonly queue: string;
  readonly event: DomainEventType | undefined;
  readonly wanted: Selective['wanted'];
}

/** Every processor of the application. */
export function findProcessors(discovery: DiscoveryService): WiredProcessor[] {
  return discovery
    .getProviders()
    .filter((wrapper) => wrapper.instance instanceof WorkerHost)
    .map((wrapper) => {
      const instance = wrapper.instance as object;
      const type = instance.constructor;
      const { name: queue } = Reflect.getMetadata(PROCESSOR_METADATA, type) as { name: string };
      return { name: type.name, queue, event: handledEvent(type), wanted: choiceOf(instance) };
    });
}

/**
 * Refuses to start on bad wiring: an event that nobody handles, a queue with no processor or with two.
 * @throws StartupError naming the event or queue.
 */
export function checkWiring(
  processors: readonly WiredProcessor[],
  events: readonly DomainEventType[],
  queues: readonly string[],
): void {
  for (const event of events) {
    if (!processors.some((processor) => processor.event === event)) {
      throw new StartupError(
        `The domain event ${event} has no handler: mark a processor with @HandlesEvent('${event}').`,
      );
    }
  }
  for (const queue of new Set([...queues, ...processors.map((processor) => processor.queue)])) {
    const names = processors.filter((processor) => processor.queue === queue).map(({ name }) => name);
    if (names.length !== 1 || !queues.includes(queue)) {
      throw new StartupError(
        `The queue ${queue} must be registered and have exactly one processor; it has ${names.length} (${names.join(', ')}).`,
      );
    }
  }
}
