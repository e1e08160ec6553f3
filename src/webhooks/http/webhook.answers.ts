import {
  answer,
  baseOf,
  choice,
  constant,
  type Fields,
  flag,
  id,
  inline,
  instant,
  listOf,
  nullable,
  optional,
  text,
  whole,
} from '../../platform/http/answers/answer';
import type { deliveryView, endpointView, testView } from '../application/webhook.view';
import type { WebhookEndpoints } from '../application/webhook-endpoints';
import { EVENT_TYPES } from '../domain/webhook-event';

type EndpointView = ReturnType<typeof endpointView>;
type SetEndpointView = EndpointView & { readonly secret?: string };
type RotatedView = Awaited<ReturnType<WebhookEndpoints['rotateSecret']>>;
type RemovedView = Awaited<ReturnType<WebhookEndpoints['remove']>>;
type DeliveryView = ReturnType<typeof deliveryView>;
type TestView = ReturnType<typeof testView>;

const EVENT_ID = id('evt', 'The event, as in the Service-Event-Id header.');
const EVENT_TYPE = choice(EVENT_TYPES, 'What the event tells.');
const STATUS_CODE = nullable(
  whole('The HTTP status that the endpoint answered; null when none came.', { minimum: 100, maximum: 999 }),
);
const DELIVERED = flag('Whether the endpoint answered a 2xx status within 10 seconds.');
const ERROR = nullable(text('Plain words on why the attempt failed; null when it did not.'));
const DURATION = whole('Milliseconds to the status, or to the failure.');
const SECRET = text('The signing secret, shown this once.', { pattern: '^whsec_[A-Za-z0-9+/]+={0,2}$' });

const FIELDS = {
  object: constant('webhook'),
  url: text('Where events are sent, as it was set.'),
  secret_last4: text('The last 4 characters of the signing secret.', { minLength: 4, maxLength: 4 }),
  created_at: instant('When the endpoint was first set.'),
  updated_at: instant('When its URL or secret last changed.'),
  last_delivery: nullable(
    inline<NonNullable<EndpointView['last_delivery']>>('The last attempt; null before the first.', {
      event_id: EVENT_ID,
      type: EVENT_TYPE,
      status_code: STATUS_CODE,
      delivered: DELIVERED,
      at: instant('When it was made.'),
      error: ERROR,
    }),
  ),
};

const EVENT = 'evt_01kaf5z6a9s2d5f8g1h4j7k0l3';
const EXAMPLE_SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';

const BASE = baseOf('WebhookFields', 'What every answer with the endpoint has.', FIELDS);

export const WEBHOOK = answer<EndpointView>(
  'Webhook',
  "The account's one webhook endpoint.",
  FIELDS,
  {
    object: 'webhook',
    url: 'https://example.com/webhooks',
    secret_last4: 'ZWY=',
    created_at: '2026-11-20T09:10:00.000Z',
    updated_at: '2026-11-20T09:10:00.000Z',
    last_delivery: {
      event_id: EVENT,
      type: 'call.completed',
      status_code: 200,
      delivered: true,
      at: '2026-11-20T09:16:26.310Z',
      error: null,
    },
  },
  BASE,
);

/** Only the response to the first PUT contains the signing secret. */
export const SET_WEBHOOK = answer<SetEndpointView>(
  'SetWebhook',
  'The endpoint; the first setting shows the signing secret.',
  { ...FIELDS, secret: optional(SECRET) },
  { ...WEBHOOK.example, last_delivery: null, secret: EXAMPLE_SECRET },
  BASE,
);

export const ROTATED_WEBHOOK = answer<RotatedView>(
  'RotatedWebhook',
  'The endpoint with its new signing secret.',
  {
    ...FIELDS,
    secret: SECRET,
    previous_secret_valid_until: instant(
      'Until then each delivery carries both signatures, the newest first.',
    ),
  },
  {
    ...WEBHOOK.example,
    updated_at: '2026-11-20T10:00:00.000Z',
    secret: EXAMPLE_SECRET,
    previous_secret_valid_until: '2026-11-21T10:00:00.000Z',
  },
  BASE,
);

export const REMOVED_WEBHOOK = answer<RemovedView>(
  'RemovedWebhook',
  'The endpoint is gone; what was pending is dropped.',
  { object: constant('webhook'), deleted: flag('Always true.') },
  { object: 'webhook', deleted: true },
);

const ATTEMPT = {
  event_id: EVENT_ID,
  delivered: DELIVERED,
  status_code: STATUS_CODE,
  duration_ms: DURATION,
  error: ERROR,
};
const ATTEMPT_BASE = baseOf('AttemptFields', 'What every attempt to deliver an event has.', ATTEMPT);

export const WEBHOOK_TEST = answer<TestView>(
  'WebhookTest',
  'What became of the one attempt.',
  {
    object: constant('webhook_test'),
    ...ATTEMPT,
  },
  {
    object: 'webhook_test',
    event_id: EVENT,
    delivered: true,
    status_code: 200,
    duration_ms: 84,
    error: null,
  },
  ATTEMPT_BASE,
);

export const DELIVERY_FIELDS: Fields<DeliveryView> = {
  id: id('dlv', 'Starts with dlv_.'),
  object: constant('delivery'),
  ...ATTEMPT,
  type: EVENT_TYPE,
  call_id: nullable(
    text('The AI call or human call that the event tells of; null for webhook.test.', {
      pattern: '^h?call_[0-9a-z]+$',
    }),
  ),
  attempt: whole('Counts all attempts of the event, from 1.', { minimum: 1 }),
  at: instant('When it was made.'),
  next_attempt_at: nullable(
    instant("The schedule's next attempt, as it stood after this one; null when none comes."),
  ),
};

export const DELIVERY = answer<DeliveryView>(
  'Delivery',
  'One attempt to deliver an event.',
  DELIVERY_FIELDS,
  {
    id: 'dlv_01kaf5z6b1c4v7n0m3q6w9e2r5',
    object: 'delivery',
    event_id: EVENT,
    type: 'call.completed',
    call_id: 'call_01kaf5v7m2q9x3t8w4z6c1b0dn',
    attempt: 1,
    status_code: 503,
    delivered: false,
    error: 'The endpoint answered 503.',
    duration_ms: 84,
    at: '2026-11-20T09:16:26.310Z',
    next_attempt_at: '2026-11-20T09:17:26.394Z',
  },
  ATTEMPT_BASE,
);

export const DELIVERY_LIST = listOf(DELIVERY, { paged: true });
