import type { OpenAPIObject } from '@nestjs/swagger';
import { type Answer, descriptionOf, refTo } from '../http/answers/answer';

type PathItem = OpenAPIObject['paths'][string];

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const, example },
});

const EVENT_ID = 'evt_01kaf5z6a9s2d5f8g1h4j7k0l3';

/** Standard Webhooks 1.0. */
const PARAMETERS = [
  header('webhook-id', 'The id of the event, the same for each attempt: skip ids already handled.', EVENT_ID),
  header('webhook-timestamp', 'Seconds since 1970 at this attempt.', '1795252586'),
  header(
    'webhook-signature',
    'v1, and the Base64 of the HMAC-SHA256 over `id.timestamp.body` with the signing secret; two of them, the newest ' +
      'first, while a rotated secret is still valid.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  header('Service-Event-Id', 'The same as webhook-id.', EVENT_ID),
];

export const EVENT_RESPONSES = {
  EventDelivered: { description: 'Within 10 seconds: delivered.' },
  EventNotDelivered: {
    description: 'Any other status, a timeout or a connection error: tried again by the schedule.',
  },
};

export function webhooksOf(events: Readonly<Record<string, Answer>>): {
  readonly webhooks: Readonly<Record<string, PathItem>>;
} {
  const webhooks = Object.entries(events).map(([type, event]): [string, PathItem] => {
    const { name } = event;
    const post = {
      operationId: name.charAt(0).toLowerCase() + name.slice(1),
      summary: type,
      description: descriptionOf(event) ?? type,
      tags: ['Webhook'],
      security: [],
      parameters: PARAMETERS,
      requestBody: { required: true, content: { 'application/json': { schema: refTo(name) } } },
      responses: { '2XX': EVENT_RESPONSES.EventDelivered, default: EVENT_RESPONSES.EventNotDelivered },
    };
    return [type, { post }];
  });
  return { webhooks: Object.fromEntries(webhooks) };
}
