import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { callOperations } from '../../calling';
import { AccountId, Idempotency, Operation } from '../../platform/http/operation';
import { pageSize } from '../../platform/http/fields/page.request';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { HumanCallCancellation } from '../application/human-call-cancellation';
import { HumanCallDispositions } from '../application/human-call-dispositions';
import { HumanCallReader } from '../application/human-call-reader';
import { HumanCalls } from '../application/human-calls.service';
import { counsellorProblems, dispositionOf, filterOf, newHumanCallOf, referenceOf } from './human-call-input';
import {
  CANCELED_HUMAN_CALL,
  HUMAN_CALL,
  HUMAN_CALL_LIST,
  QUEUED_HUMAN_CALL,
  REPLAYED_HUMAN_CALL,
} from './human-call.answers';
import { DispositionRequest, ListHumanCallsQuery, QueueHumanCallRequest } from './human-call.requests';

const OPERATIONS = callOperations({
  name: 'HumanCall',
  noun: 'human call',
  exampleId: HUMAN_CALL.example.id,
  call: HUMAN_CALL,
  list: HUMAN_CALL_LIST,
  canceled: CANCELED_HUMAN_CALL,
  cancelSummary: 'Cancel a human call on which nobody talks yet',
  notCancelable: 'human_call_not_cancelable',
});

const COUNSELLOR_ID = HUMAN_CALL.example.counsellor.id;

const BODIES = {
  by_counsellor_id: { phone_number: '+919876540001', counsellor_id: COUNSELLOR_ID },
  with_analysis: {
    phone_number: '+919876540006',
    counsellor_id: COUNSELLOR_ID,
    contact: { name: 'Rohan Sharma', external_id: 'lead-4711' },
    metadata: { ticket: 'T-1009' },
    analyze: true,
  },
};

@ApiTags('Human calls')
@Controller('v1/human-calls')
export class HumanCallsController {
  constructor(
    private readonly calls: HumanCalls,
    private readonly reader: HumanCallReader,
    private readonly cancellation: HumanCallCancellation,
    private readonly dispositions: HumanCallDispositions,
  ) {}

  @Post()
  @Operation({
    access: ['calls:write'],
    id: 'queueHumanCall',
    summary: 'Ring a counsellor, then connect the contact',
    description:
      '201 with the human call; 200 when an earlier Idempotency-Key is replayed, and for a dry_run.',
    idempotent: true,
    moreProblems: counsellorProblems,
    answer: { 201: QUEUED_HUMAN_CALL, 200: REPLAYED_HUMAN_CALL },
    bodies: BODIES,
    errors: ['insufficient_credits', 'counsellor_not_found', 'counsellor_unavailable', 'do_not_call'],
  })
  async queue(
    @AccountId() accountId: string,
    @Body() body: QueueHumanCallRequest,
    @Idempotency() key: IdempotencyKey | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const [by, request] = [referenceOf(body), newHumanCallOf(body)];
    const view = body.dry_run
      ? await this.calls.preview(accountId, by, request)
      : await this.calls.queue(accountId, by, request, key);
    response.status(view.idempotent_replay || body.dry_run ? 200 : 201);
    return view;
  }

  @Get()
  @OPERATIONS.list
  list(@AccountId() accountId: string, @Query() query: ListHumanCallsQuery) {
    return this.reader.list(accountId, filterOf(query), pageSize(query), query.starting_after);
  }

  @Get(':id')
  @OPERATIONS.id
  @OPERATIONS.read
  read(@AccountId() accountId: string, @Param('id') id: string) {
    return this.reader.view(accountId, id);
  }

  @Post(':id/cancel')
  @OPERATIONS.id
  @HttpCode(200)
  @OPERATIONS.cancel
  async cancel(@AccountId() accountId: string, @Param('id') id: string) {
    await this.cancellation.cancel(accountId, id);
    return this.reader.view(accountId, id);
  }

  @Put(':id/disposition')
  @OPERATIONS.id
  @Operation({
    access: ['calls:write'],
    id: 'setHumanCallDisposition',
    summary: 'Record what came of a human call, in any state',
    answer: HUMAN_CALL,
    bodies: {
      interested: { label: 'Interested', note: 'Send the brochure.' },
      without_note: { label: 'Callback' },
    },
    errors: ['not_found'],
  })
  async dispose(@AccountId() accountId: string, @Param('id') id: string, @Body() body: DispositionRequest) {
    await this.dispositions.record(accountId, id, dispositionOf(body, 'api'));
    return this.reader.view(accountId, id);
  }
}
