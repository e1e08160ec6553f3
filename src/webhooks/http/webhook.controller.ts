import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiParam, ApiTags } from '@nestjs/swagger';
import { AccountId, Operation } from '../../platform/http/operation';
import { pageSize } from '../../platform/http/fields/page.request';
import { WebhookDeliveries } from '../application/webhook-deliveries';
import { WebhookEndpoints } from '../application/webhook-endpoints';
import {
  DELIVERY,
  DELIVERY_LIST,
  REMOVED_WEBHOOK,
  ROTATED_WEBHOOK,
  SET_WEBHOOK,
  WEBHOOK,
  WEBHOOK_TEST,
} from './webhook.answers';
import { EVENTS } from './webhook.events';
import {
  ListDeliveriesQuery,
  MAX_OVERLAP_SECONDS,
  RotateSecretRequest,
  SetWebhookRequest,
} from './webhook.requests';

@ApiTags('Webhook')
@Controller('v1/webhook')
export class WebhookController {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly deliveries: WebhookDeliveries,
  ) {}

  @Get()
  @Operation({
    access: ['webhooks:manage'],
    id: 'getWebhook',
    summary: 'See the endpoint',
    answer: WEBHOOK,
    errors: ['not_found'],
  })
  read(@AccountId() accountId: string) {
    return this.endpoints.view(accountId);
  }

  @Put()
  @Operation({
    access: ['webhooks:manage'],
    confirmed: true,
    id: 'setWebhook',
    summary: 'Set or change the URL; the secret is kept',
    description: 'The answer to the first setting contains the signing secret, which is shown once.',
    answer: SET_WEBHOOK,
    bodies: { endpoint: { url: WEBHOOK.example.url } },
    events: EVENTS,
    lateProblems: async (find, { body }, known) =>
      known.some(({ field }) => field === 'url')
        ? []
        : find(WebhookEndpoints).problemsOf((body as SetWebhookRequest).url),
  })
  set(@AccountId() accountId: string, @Body() body: SetWebhookRequest) {
    return this.endpoints.set(accountId, body.url);
  }

  @Delete()
  @Operation({
    access: ['webhooks:manage'],
    confirmed: true,
    id: 'deleteWebhook',
    summary: 'Stop deliveries; what is pending is dropped',
    answer: REMOVED_WEBHOOK,
    errors: ['not_found'],
  })
  remove(@AccountId() accountId: string) {
    return this.endpoints.remove(accountId);
  }

  @Post('rotate-secret')
  @HttpCode(200)
  @ApiBody({ type: RotateSecretRequest, required: false })
  @Operation({
    access: ['webhooks:manage'],
    confirmed: true,
    id: 'rotateWebhookSecret',
    summary: 'Issue a new signing secret',
    description: 'Until the old secret ends, each delivery carries both signatures, the newest first.',
    optionalBody: true,
    answer: ROTATED_WEBHOOK,
    bodies: {
      overlap_of_an_hour: { previous_valid_for_seconds: 3_600 },
      at_once: { previous_valid_for_seconds: 0 },
    },
    errors: ['not_found'],
  })
  rotateSecret(@AccountId() accountId: string, @Body() body: RotateSecretRequest) {
    return this.endpoints.rotateSecret(accountId, body.previous_valid_for_seconds ?? MAX_OVERLAP_SECONDS);
  }

  @Post('test')
  @HttpCode(200)
  @Operation({
    access: ['webhooks:manage'],
    id: 'testWebhook',
    summary: 'Send a webhook.test event: one attempt at once',
    description: 'It is not tried again.',
    answer: WEBHOOK_TEST,
    errors: ['not_found'],
  })
  test(@AccountId() accountId: string) {
    return this.deliveries.test(accountId);
  }

  @Get('deliveries')
  @Operation({
    access: ['webhooks:manage'],
    id: 'listDeliveries',
    summary: 'List attempts, newest first',
    answer: DELIVERY_LIST,
  })
  list(@AccountId() accountId: string, @Query() query: ListDeliveriesQuery) {
    const filter = { eventId: query.event_id, callId: query.call_id };
    return this.deliveries.list(accountId, filter, pageSize(query), query.starting_after);
  }

  @Post('deliveries/:event_id/redeliver')
  @ApiParam({ name: 'event_id', description: 'The id of an event.', example: DELIVERY.example.event_id })
  @HttpCode(200)
  @Operation({
    access: ['webhooks:manage'],
    id: 'redeliverEvent',
    summary: 'Deliver an event again: one attempt at once',
    description: 'A failure leaves the schedule as it is, a success ends it.',
    answer: DELIVERY,
    errors: ['not_found'],
  })
  redeliver(@AccountId() accountId: string, @Param('event_id') eventId: string) {
    return this.deliveries.redeliver(accountId, eventId);
  }
}
