import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AccountId, Idempotency, Operation } from '../../platform/http/operation';
import { pageSize } from '../../platform/http/page.request';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { HumanCallReader } from '../application/human-call-reader';
import { HumanCalls } from '../application/human-calls.service';
import { counsellorProblems, filterOf, newHumanCallOf, referenceOf } from './human-call-input';
import { DispositionRequest, ListHumanCallsQuery, QueueHumanCallRequest } from './human-call.requests';

@ApiTags('Human calls')
@Controller('v1/human-calls')
export class HumanCallsController {
  constructor(
    private readonly calls: HumanCalls,
    private readonly reader: HumanCallReader,
  ) {}

  @Post()
  @Operation({
    access: ['calls:write'],
    id: 'queueHumanCall',
    summary: 'Ring a counsellor, then connect the contact',
    description: '201 with the human call; 200 when an earlier Idempotency-Key is replayed.',
    idempotent: true,
    moreProblems: counsellorProblems,
    errors: ['insufficient_credits', 'counsellor_not_found', 'counsellor_unavailable', 'do_not_call'],
  })
  async queue(
    @AccountId() accountId: string,
    @Body() body: QueueHumanCallRequest,
    @Idempotency() key: IdempotencyKey | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const view = await this.calls.queue(accountId, referenceOf(body), newHumanCallOf(body), key);
    response.status(view.idempotent_replay ? 200 : 201);
    return view;
  }

  @Get()
  @Operation({ access: ['calls:read'], id: 'listHumanCalls', summary: 'List human calls, newest first' })
  list(@AccountId() accountId: string, @Query() query: ListHumanCallsQuery) {
    return this.reader.list(accountId, filterOf(query), pageSize(query), query.starting_after);
  }

  @Get(':id')
  @Operation({
    access: ['calls:read'],
    id: 'getHumanCall',
    summary: 'Read a human call',
    errors: ['not_found'],
  })
  read(@AccountId() accountId: string, @Param('id') id: string) {
    return this.reader.view(accountId, id);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Operation({
    access: ['calls:write'],
    id: 'cancelHumanCall',
    summary: 'Cancel a human call on which nobody talks yet',
    errors: ['not_found', 'human_call_not_cancelable'],
  })
  cancel(@AccountId() accountId: string, @Param('id') id: string) {
    return this.calls.cancel(accountId, id);
  }

  @Put(':id/disposition')
  @Operation({
    access: ['calls:write'],
    id: 'setHumanCallDisposition',
    summary: 'Record what came of a human call, in any state',
    errors: ['not_found'],
  })
  dispose(@AccountId() accountId: string, @Param('id') id: string, @Body() body: DispositionRequest) {
    return this.calls.dispose(accountId, id, body.label, body.note ?? null);
  }
}
