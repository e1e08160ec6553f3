import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiParam, ApiProduces, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CSV_CONTENT, sendCsv } from '../../platform/http/answers/csv-answer';
import { AccountId, CurrentPrincipal, Idempotency, Operation } from '../../platform/http/operation';
import { pageSize } from '../../platform/http/fields/page.request';
import type { AccountPrincipal, IdempotencyKey } from '../../platform/http/request-context';
import { retryPolicyOf } from '../../shared-kernel/retry-policy';
import { AGENT_ERRORS } from '../application/batch-errors';
import { Batches, noUsableRow } from '../application/batches.service';
import { ConsoleBatches } from '../application/console-batches';
import { BATCH_LIMITS } from '../domain/batch';
import { newBatchOf } from './batch-input';
import { BATCH, CANCELED_BATCH, QUEUED_OR_PREVIEW } from './batch.answers';
import { BatchRowRequest } from './batch.requests';
import { NOT_REACHED_STATUSES } from '../../calls';
import { BATCH_ROWS, CONSOLE_BATCH, ESTIMATE, NOT_REACHED } from './console-batch.answers';
import {
  ConsoleBatchesQuery,
  ConsoleQueueBatchRequest,
  EstimateQuery,
  NotReachedQuery,
  ResultsQuery,
} from './console-batch.requests';

const BATCH_ID = ApiParam({
  name: 'id',
  description: 'The id of a batch; of an upload any of its ids.',
  example: BATCH.example.id,
});

@ApiExtraModels(BatchRowRequest)
@Controller('console/api')
export class ConsoleBatchesController {
  constructor(
    private readonly batches: Batches,
    private readonly consoleBatches: ConsoleBatches,
  ) {}

  @Get('batches')
  @Operation({
    access: ['calls:read'],
    id: 'consoleBatches',
    summary: 'List batches and uploads, newest first',
    answer: BATCH_ROWS,
  })
  list(@AccountId() accountId: string, @Query() query: ConsoleBatchesQuery) {
    return this.consoleBatches.list(accountId, query.upload_key, pageSize(query), query.starting_after);
  }

  @Post('batches')
  @HttpCode(200)
  @Operation({
    access: ['calls:write'],
    id: 'consoleQueueBatch',
    summary: 'Queue a batch, or a part of an upload',
    idempotent: true,
    answer: QUEUED_OR_PREVIEW,
    bodyLimit: BATCH_LIMITS.bodyBytes,
    rowsField: 'calls',
    errors: ['insufficient_credits', ...AGENT_ERRORS],
  })
  async queue(
    @CurrentPrincipal() { accountId, countries }: AccountPrincipal,
    @Body() body: ConsoleQueueBatchRequest,
    @Idempotency() key: IdempotencyKey | null,
  ) {
    const request = await newBatchOf(body, countries, body.upload_key ?? null);
    if (body.dry_run) return this.batches.preview(accountId, request);
    if (request.rows.length === 0) throw noUsableRow(request.invalid);
    return this.batches.queue(accountId, request, key, 'POST /console/api/batches');
  }

  @Get('batches/:id')
  @BATCH_ID
  @Operation({
    access: ['calls:read'],
    id: 'consoleBatch',
    summary: 'Read a batch or an upload with its counts and outcomes',
    answer: CONSOLE_BATCH,
    errors: ['not_found'],
  })
  read(@AccountId() accountId: string, @Param('id') id: string) {
    return this.consoleBatches.read(accountId, id);
  }

  @Post('batches/:id/cancel')
  @BATCH_ID
  @HttpCode(200)
  @Operation({
    access: ['calls:write'],
    id: 'consoleCancelBatch',
    summary: 'Cancel what is still queued',
    answer: CANCELED_BATCH,
    errors: ['not_found'],
  })
  cancel(@AccountId() accountId: string, @Param('id') id: string) {
    return this.consoleBatches.cancel(accountId, id);
  }

  @Get('batches/:id/not-reached')
  @BATCH_ID
  @Operation({
    access: ['calls:read'],
    id: 'consoleNotReached',
    summary: `Who was not reached: ${NOT_REACHED_STATUSES.join(', ')}; oldest first`,
    answer: NOT_REACHED,
    errors: ['not_found'],
  })
  notReached(@AccountId() accountId: string, @Param('id') id: string, @Query() query: NotReachedQuery) {
    return this.consoleBatches.notReached(accountId, id, query.starting_after);
  }

  @Get('batches/:id/results.csv')
  @BATCH_ID
  @Operation({
    access: ['calls:read'],
    accountInQuery: true,
    id: 'consoleResults',
    summary: 'Download the results as CSV, in the order sent',
    errors: ['not_found'],
  })
  @ApiProduces('text/csv')
  @ApiResponse({ status: 200, description: 'The file', content: CSV_CONTENT })
  async results(
    @AccountId() accountId: string,
    @Param('id') id: string,
    @Query() _query: ResultsQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await sendCsv(request, response, await this.consoleBatches.results(accountId, id));
  }

  @Get('estimate')
  @Operation({
    access: ['calls:read'],
    id: 'consoleEstimate',
    summary: 'What so many calls would cost, and when they would be done',
    answer: ESTIMATE,
    errors: AGENT_ERRORS,
  })
  estimate(@AccountId() accountId: string, @Query() query: EstimateQuery) {
    return this.consoleBatches.estimate(accountId, {
      agentId: query.agent_id,
      calls: query.calls,
      test: query.test ?? false,
      scheduledFor: query.scheduled_for,
      retry: query.retry && retryPolicyOf(query.retry),
    });
  }
}
