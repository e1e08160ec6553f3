import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { AccountId, Idempotency, Operation } from '../../platform/http/operation';
import { pageSize } from '../../platform/http/fields/page.request';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { CallReader } from '../application/call-reader';
import { Calls } from '../application/calls.service';
import { CALL, CALL_LIST, CANCELED_CALL, QUEUED_CALL, TIMELINE } from './call.answers';
import { ListCallsQuery, QueueCallRequest } from './call.requests';
import { filterOf, newCallOf } from './call-input';

const CALL_ID = ApiParam({ name: 'id', description: 'The id of a call.', example: CALL.example.id });

/** Request examples of POST /calls. The first is a test call, so it succeeds however often it is sent. */
const BODIES = {
  test_call: { phone_number: '+919876540001', contact: { name: 'Rohan' }, test: true },
  call: {
    phone_number: '+919876540001',
    contact: { name: 'Rohan Sharma', email: 'rohan@example.com', external_id: 'lead-4711' },
    variables: { course: 'B.Com' },
    metadata: { campaign: 'admissions-2026' },
  },
};

@ApiTags('Calls')
@Controller('v1/calls')
export class CallsController {
  constructor(
    private readonly calls: Calls,
    private readonly reader: CallReader,
  ) {}

  @Post()
  @HttpCode(200)
  @Operation({
    access: ['calls:write'],
    id: 'queueCall',
    summary: 'Queue one AI call',
    description:
      'Without agent_id the default agent calls. The result goes to the webhook, and is read with GET.',
    idempotent: true,
    answer: QUEUED_CALL,
    bodies: BODIES,
    errors: [
      'insufficient_credits',
      'agent_not_found',
      'no_default_agent',
      'agent_disabled',
      'agent_inbound_only',
      'agent_cannot_talk',
      'do_not_call',
      'call_already_queued',
    ],
  })
  queue(
    @AccountId() accountId: string,
    @Body() body: QueueCallRequest,
    @Idempotency() key: IdempotencyKey | null,
  ) {
    return this.calls.queue(accountId, newCallOf(body), key);
  }

  @Get()
  @Operation({
    access: ['calls:read'],
    id: 'listCalls',
    summary: 'List calls, newest first',
    description: 'Filters combine. ended_after lists what ended during an outage.',
    answer: CALL_LIST,
  })
  list(@AccountId() accountId: string, @Query() query: ListCallsQuery) {
    return this.reader.list(accountId, filterOf(query), pageSize(query), query.starting_after);
  }

  @Get(':id')
  @CALL_ID
  @Operation({
    access: ['calls:read'],
    id: 'getCall',
    summary: 'Read a call',
    answer: CALL,
    errors: ['not_found'],
  })
  read(@AccountId() accountId: string, @Param('id') id: string) {
    return this.reader.view(accountId, id);
  }

  @Get(':id/timeline')
  @CALL_ID
  @Operation({
    access: ['calls:read'],
    id: 'getCallTimeline',
    summary: 'Read every decision about a call, in plain words',
    answer: TIMELINE,
    errors: ['not_found'],
  })
  timeline(@AccountId() accountId: string, @Param('id') id: string) {
    return this.reader.timeline(accountId, id);
  }

  @Post(':id/cancel')
  @CALL_ID
  @HttpCode(200)
  @Operation({
    access: ['calls:write'],
    id: 'cancelCall',
    summary: 'Cancel a call that is still queued',
    answer: CANCELED_CALL,
    errors: ['not_found', 'call_not_cancelable'],
  })
  cancel(@AccountId() accountId: string, @Param('id') id: string) {
    return this.calls.cancel(accountId, id);
  }
}
