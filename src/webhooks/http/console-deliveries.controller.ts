import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { AccountId, Operation } from '../../platform/http/operation';
import { pageSize } from '../../platform/http/fields/page.request';
import type { OperationLimit } from '../../platform/http/rate-limit/operation-limit';
import { DeliveryOverview } from '../application/delivery-overview';
import { WebhookDeliveries } from '../application/webhook-deliveries';
import { DELIVERIES, DELIVERY_STORY, REDELIVERY, WEBHOOK_STATS } from './console-deliveries.answers';
import {
  ConsoleDeliveriesQuery,
  RedeliverFailedRequest,
  WebhookStatsQuery,
} from './console-deliveries.requests';
import { HOUR_MS } from '../../platform/kernel/time/durations';

/** Each request may make 1,000 events due. */
const REDELIVERY_LIMIT: OperationLimit = {
  kind: 'redeliver-failed',
  of: 'account',
  max: 60,
  windowMs: HOUR_MS,
  label: 'redeliveries of all that failed in an hour in one account',
};

@Controller('console/api')
export class ConsoleDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveries,
    private readonly overview: DeliveryOverview,
  ) {}

  @Get('deliveries')
  @Operation({
    access: ['webhooks:manage'],
    id: 'consoleDeliveries',
    summary: 'List attempts, newest first; filters combine',
    answer: DELIVERIES,
  })
  list(@AccountId() accountId: string, @Query() query: ConsoleDeliveriesQuery) {
    const filter = { eventId: query.event_id, callId: query.call_id, delivered: query.delivered };
    return this.deliveries.list(accountId, filter, pageSize(query), query.starting_after);
  }

  @Get('deliveries/:id')
  @ApiParam({ name: 'id', description: 'The id of a delivery.', example: DELIVERY_STORY.example.id })
  @Operation({
    access: ['webhooks:manage'],
    id: 'consoleDelivery',
    summary: 'Read an attempt with its request and answer',
    answer: DELIVERY_STORY,
    errors: ['not_found'],
  })
  read(@AccountId() accountId: string, @Param('id') id: string) {
    return this.overview.story(accountId, id);
  }

  @Post('deliveries/redeliver-failed')
  @HttpCode(200)
  @Operation({
    access: ['webhooks:manage'],
    id: 'consoleRedeliverFailed',
    summary: 'Attempt failed events again soon; at most 1,000 a request',
    limits: [REDELIVERY_LIMIT],
    answer: REDELIVERY,
    errors: ['not_found'],
  })
  redeliverFailed(@AccountId() accountId: string, @Body() { since }: RedeliverFailedRequest) {
    return this.overview.redeliverFailed(accountId, since);
  }

  @Get('webhook-stats')
  @Operation({
    access: ['webhooks:manage'],
    id: 'consoleWebhookStats',
    summary: 'Count attempts and failed events since an instant',
    answer: WEBHOOK_STATS,
  })
  stats(@AccountId() accountId: string, @Query() { since }: WebhookStatsQuery) {
    return this.overview.stats(accountId, since);
  }
}
