import {
  answer,
  constant,
  decimal,
  flag,
  inline,
  instant,
  listOf,
  mapOf,
  nullable,
  text,
  whole,
} from '../../platform/http/answers/answer';
import type { DeliveryOverview } from '../application/delivery-overview';
import { DELIVERY, DELIVERY_FIELDS } from './webhook.answers';

type StoryView = Awaited<ReturnType<DeliveryOverview['story']>>;
type StatsView = Awaited<ReturnType<DeliveryOverview['stats']>>;
type RedeliveryView = Awaited<ReturnType<DeliveryOverview['redeliverFailed']>>;

export const DELIVERIES = listOf(DELIVERY, { paged: true });

export const DELIVERY_STORY = answer<StoryView>(
  'DeliveryStory',
  'One attempt, with its request and answer.',
  {
    ...DELIVERY_FIELDS,
    request: inline<StoryView['request']>('What was sent.', {
      url: nullable(text('Where to; null for an attempt of a version that did not store it.')),
      headers: mapOf(text('Its value.'), 'Headers, without the signature.'),
      body: nullable(text('The event as it was sent; null once it is forgotten.')),
    }),
    answer: nullable(
      inline<NonNullable<StoryView['answer']>>('What the endpoint answered; null when no status came.', {
        status_code: whole('The HTTP status.', { minimum: 100, maximum: 999 }),
        body_start: nullable(
          text('The first 2,048 characters of the body; null for an address that only the operator opened.', {
            maxLength: 2_048,
          }),
        ),
      }),
    ),
  },
  {
    ...DELIVERY.example,
    request: {
      url: 'https://example.com/webhooks',
      headers: {
        'Content-Type': 'application/json',
        'webhook-id': DELIVERY.example.event_id,
        'webhook-timestamp': '1795166186',
      },
      body: `{"id":"${DELIVERY.example.event_id}","object":"event","type":"call.completed"}`,
    },
    answer: { status_code: 503, body_start: 'Service Unavailable' },
  },
);

export const WEBHOOK_STATS = answer<StatsView>(
  'WebhookStats',
  'How deliveries went since an instant.',
  {
    object: constant('webhook_stats'),
    since: instant('From when.'),
    attempts: whole('Attempts made since then.'),
    delivered: whole('Attempts that were accepted.'),
    success_rate: nullable(
      decimal('delivered of attempts, 0 to 1; null for none.', { minimum: 0, maximum: 1 }),
    ),
    failed_events: whole('Events made since then, attempted and never delivered.'),
  },
  {
    object: 'webhook_stats',
    since: '2026-11-20T09:00:00.000Z',
    attempts: 200,
    delivered: 190,
    success_rate: 0.95,
    failed_events: 4,
  },
);

export const REDELIVERY = answer<RedeliveryView>(
  'Redelivery',
  'What is attempted again soon.',
  {
    object: constant('redelivery'),
    events: whole('Events that this request made due.', { maximum: 1_000 }),
    more: flag('Whether there are others: ask again.'),
  },
  { object: 'redelivery', events: 4, more: false },
);
