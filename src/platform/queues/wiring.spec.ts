import type { DomainEventType } from '../kernel/domain-event';
import { checkWiring, type WiredProcessor } from './wiring';

const processor = (name: string, queue: string, event?: DomainEventType): WiredProcessor => ({
  name,
  queue,
  event,
  filterEvents: (events) => Promise.resolve(events),
});
const DISPATCH = processor('Dispatch', 'dispatch', 'calls.waiting');
const ANALYSIS = processor('Analysis', 'analysis', 'call.ended');
const EVENTS: DomainEventType[] = ['calls.waiting', 'call.ended'];

test('has a handler for each event and one processor for each queue', () => {
  expect(() => checkWiring([DISPATCH, ANALYSIS], EVENTS, ['dispatch', 'analysis'])).not.toThrow();
});

test.each([
  ['an event without a handler', [DISPATCH], EVENTS, ['dispatch'], /event call\.ended has no handler/],
  [
    'a queue without a processor',
    [DISPATCH, ANALYSIS],
    EVENTS,
    ['dispatch', 'analysis', 'mail'],
    /queue mail .* it has 0/,
  ],
  [
    'a queue with two',
    [DISPATCH, ANALYSIS, processor('Other', 'dispatch')],
    EVENTS,
    ['dispatch', 'analysis'],
    /queue dispatch .* it has 2/,
  ],
  [
    'a processor whose queue was never registered',
    [DISPATCH, ANALYSIS],
    EVENTS,
    ['dispatch'],
    /queue analysis/,
  ],
])('refuses to start: %s', (_, processors, events, queues, words) => {
  expect(() => checkWiring(processors, events, queues)).toThrow(words);
});
