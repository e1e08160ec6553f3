import { WorkerHost } from '@nestjs/bullmq';
import type { DiscoveryService } from '@nestjs/core';
import type { DomainEventType } from '../kernel/domain-event';
import { StartupError } from '../startup-error';
import { eventFilterOf, handledEvent, type EventFilter } from './queues';

/** The metadata key of @nestjs/bullmq for the options of `@Processor`. */
const PROCESSOR_METADATA = 'bullmq:processor_metadata';

export interface WiredProcessor {
  readonly name: string;
  readonly queue: string;
  readonly event: DomainEventType | undefined;
  readonly filterEvents: EventFilter['filterEvents'];
}

export function findProcessors(discovery: DiscoveryService): WiredProcessor[] {
  return discovery
    .getProviders()
    .filter((wrapper) => wrapper.instance instanceof WorkerHost)
    .map((wrapper) => {
      const instance = wrapper.instance as object;
      const type = instance.constructor;
      const { name: queue } = Reflect.getMetadata(PROCESSOR_METADATA, type) as { name: string };
      return { name: type.name, queue, event: handledEvent(type), filterEvents: eventFilterOf(instance) };
    });
}

/** @throws StartupError for an event without a handler, or a queue without a processor or with two */
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
