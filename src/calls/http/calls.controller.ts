import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { callOperations } from '../../calling';
import { AccountId, Idempotency, Operation } from '../../platform/http/operation';
import { pageSize } from '../../platform/http/fields/page.request';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { CallCancellation } from '../application/call-cancellation';
import { CallReader } from '../application/call-reader';
import { Calls } from '../application/calls.service';
import { CALL, CALL_LIST, CANCELED_CALL, QUEUED_CALL, TIMELINE } from './call.answers';
import { ListCallsQuery, QueueCallRequest } from './call.requests';
import { filterOf, newCallOf } from './call-input';

const OPERATIONS = callOperations({
  name: 'Call',
  noun: 'call',
  exampleId: CALL.example.id,
  call: CALL,
  list: CALL_LIST,
  canceled: CANCELED_CALL,
  cancelSummary: 'Cancel a call that is still queued',
  notCancelable: 'call_not_cancelable',
});

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
    private readonly cancellation: CallCancellation,
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
    if (body.dry_run) return this.calls.preview(accountId, newCallOf(body));
    return this.calls.queue(accountId, newCallOf(body), key);
  }

  @Get()
  @OPERATIONS.list
  list(@AccountId() accountId: string, @Query() query: ListCallsQuery) {
    return this.reader.list(accountId, filterOf(query), pageSize(query), query.starting_after);
  }

  @Get(':id')
  @OPERATIONS.id
  @OPERATIONS.read
  read(@AccountId() accountId: string, @Param('id') id: string) {
    return this.reader.view(accountId, id);
  }

  @Get(':id/timeline')
  @OPERATIONS.id
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
  @OPERATIONS.id
  @HttpCode(200)
  @OPERATIONS.cancel
  cancel(@AccountId() accountId: string, @Param('id') id: string) {
    return this.cancellation.ofCall(accountId, id);
  }
}
