import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AccountId, CurrentKey, Idempotency, Operation } from '../../platform/http/operation';
import { PageQuery, pageSize } from '../../platform/http/page.request';
import type { IdempotencyKey, Principal } from '../../platform/http/request-context';
import { Batches, noUsableRow } from '../application/batches.service';
import { BATCH_LIMITS } from '../domain/batch';
import { newBatchOf } from './batch-input';
import { QueueBatchRequest } from './batch.requests';

@ApiTags('Batches')
@Controller('v1/batches')
export class BatchesController {
  constructor(private readonly batches: Batches) {}

  @Post()
  @HttpCode(200)
  @Operation({
    access: ['calls:write'],
    id: 'queueBatch',
    summary: 'Queue many calls in one request',
    idempotent: true,
    bodyLimit: BATCH_LIMITS.bodyBytes,
    errors: [
      'insufficient_credits',
      'agent_not_found',
      'no_default_agent',
      'agent_disabled',
      'agent_inbound_only',
    ],
  })
  queue(
    @CurrentKey() { accountId, countries }: Principal,
    @Body() body: QueueBatchRequest,
    @Idempotency() key: IdempotencyKey | null,
  ) {
    const request = newBatchOf(body, countries);
    if (body.dry_run) return this.batches.preview(accountId, request);
    // Fields come before the key: a request without one usable row is no request to replay.
    if (request.rows.length === 0) throw noUsableRow(request.invalid);
    return this.batches.queue(accountId, request, key);
  }

  @Get()
  @Operation({ access: ['calls:read'], id: 'listBatches', summary: 'List batches, newest first' })
  list(@AccountId() accountId: string, @Query() query: PageQuery) {
    return this.batches.list(accountId, pageSize(query), query.starting_after);
  }

  @Get(':id')
  @Operation({
    access: ['calls:read'],
    id: 'getBatch',
    summary: 'Read a batch with its counts',
    errors: ['not_found'],
  })
  read(@AccountId() accountId: string, @Param('id') id: string) {
    return this.batches.read(accountId, id);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Operation({
    access: ['calls:write'],
    id: 'cancelBatch',
    summary: 'Cancel what is still queued',
    errors: ['not_found'],
  })
  cancel(@AccountId() accountId: string, @Param('id') id: string) {
    return this.batches.cancel(accountId, id);
  }
}
