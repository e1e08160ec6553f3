import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AccountId, Idempotency, Operation } from '../../platform/http/operation';
import { pageSize } from '../../platform/http/page.request';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { CallReader } from '../application/call-reader';
import { Calls } from '../application/calls.service';
import { ListCallsQuery, QueueCallRequest } from './call.requests';
import { filterOf, newCallOf } from './call-input';

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
    idempotent: true,
    errors: [
      'insufficient_credits',
      'agent_not_found',
      'no_default_agent',
      'agent_disabled',
      'agent_inbound_only',
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
  @Operation({ access: ['calls:read'], id: 'listCalls', summary: 'List calls, newest first' })
  list(@AccountId() accountId: string, @Query() query: ListCallsQuery) {
    return this.reader.list(accountId, filterOf(query), pageSize(query), query.starting_after);
  }

  @Get(':id')
  @Operation({ access: ['calls:read'], id: 'getCall', summary: 'Read a call', errors: ['not_found'] })
  read(@AccountId() accountId: string, @Param('id') id: string) {
    return this.reader.view(accountId, id);
  }

  @Get(':id/timeline')
  @Operation({
    access: ['calls:read'],
    id: 'getCallTimeline',
    summary: 'Read every decision about a call, in plain words',
    errors: ['not_found'],
  })
  timeline(@AccountId() accountId: string, @Param('id') id: string) {
    return this.reader.timeline(accountId, id);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Operation({
    access: ['calls:write'],
    id: 'cancelCall',
    summary: 'Cancel a call that is still queued',
    errors: ['not_found', 'call_not_cancelable'],
  })
  cancel(@AccountId() accountId: string, @Param('id') id: string) {
    return this.calls.cancel(accountId, id);
  }
}
