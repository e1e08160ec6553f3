import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiExtraModels, ApiParam, ApiTags } from '@nestjs/swagger';
import { AccountId, CurrentPrincipal, Idempotency, Operation } from '../../platform/http/operation';
import { PageQuery, pageSize } from '../../platform/http/fields/page.request';
import type { AccountPrincipal, IdempotencyKey } from '../../platform/http/request-context';
import { AGENT_ERRORS } from '../application/batch-errors';
import { Batches, noUsableRow } from '../application/batches.service';
import { BATCH_LIMITS } from '../domain/batch';
import { newBatchOf } from './batch-input';
import { BATCH, BATCH_LIST, CANCELED_BATCH, QUEUED_OR_PREVIEW } from './batch.answers';
import { BatchRowRequest, QueueBatchRequest } from './batch.requests';

const BATCH_ID = ApiParam({ name: 'id', description: 'The id of a batch.', example: BATCH.example.id });

const ROWS = [
  { phone_number: '+919876540001', contact: { name: 'Rohan' }, variables: { course: 'B.Com' } },
  { phone_number: '+919876540002' },
  { phone_number: '+919876540006', metadata: { row: 3 } },
];

const BODIES = {
  test_calls: { name: 'Trying it out', test: true, calls: ROWS },
  dry_run: { dry_run: true, calls: ROWS },
  calls: { name: 'Admissions, November', calls: ROWS },
};

@ApiTags('Batches')
@ApiExtraModels(BatchRowRequest)
@Controller('v1/batches')
export class BatchesController {
  constructor(private readonly batches: Batches) {}

  @Post()
  @HttpCode(200)
  @Operation({
    access: ['calls:write'],
    id: 'queueBatch',
    summary: 'Queue many calls in one request',
    description:
      'Rows have their own fate: those that cannot be queued are left out and reported in rejected, the others are queued. ' +
      'With dry_run nothing is queued and the answer says what would become of the rows.',
    idempotent: true,
    answer: QUEUED_OR_PREVIEW,
    bodies: BODIES,
    bodyLimit: BATCH_LIMITS.bodyBytes,
    rowsField: 'calls',
    errors: ['insufficient_credits', ...AGENT_ERRORS],
  })
  async queue(
    @CurrentPrincipal() { accountId, countries }: AccountPrincipal,
    @Body() body: QueueBatchRequest,
    @Idempotency() key: IdempotencyKey | null,
  ) {
    const request = await newBatchOf(body, countries);
    if (body.dry_run) return this.batches.preview(accountId, request);
    // Fields are checked before the Idempotency-Key (R95), so a request without a usable row uses no key.
    if (request.rows.length === 0) throw noUsableRow(request.invalid);
    return this.batches.queue(accountId, request, key);
  }

  @Get()
  @Operation({
    access: ['calls:read'],
    id: 'listBatches',
    summary: 'List batches, newest first',
    answer: BATCH_LIST,
  })
  list(@AccountId() accountId: string, @Query() query: PageQuery) {
    return this.batches.list(accountId, pageSize(query), query.starting_after);
  }

  @Get(':id')
  @BATCH_ID
  @Operation({
    access: ['calls:read'],
    id: 'getBatch',
    summary: 'Read a batch with its counts',
    description: 'Poll it every 30 to 60 seconds rather than each call.',
    answer: BATCH,
    errors: ['not_found'],
  })
  read(@AccountId() accountId: string, @Param('id') id: string) {
    return this.batches.read(accountId, id);
  }

  @Post(':id/cancel')
  @BATCH_ID
  @HttpCode(200)
  @Operation({
    access: ['calls:write'],
    id: 'cancelBatch',
    summary: 'Cancel what is still queued',
    answer: CANCELED_BATCH,
    errors: ['not_found'],
  })
  cancel(@AccountId() accountId: string, @Param('id') id: string) {
    return this.batches.cancel(accountId, id);
  }
}
