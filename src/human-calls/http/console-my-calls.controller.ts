import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentPrincipal, Idempotency, Operation } from '../../platform/http/operation';
import { pageSize } from '../../platform/http/fields/page.request';
import type { AccountPrincipal, IdempotencyKey } from '../../platform/http/request-context';
import { type Owner, OwnHumanCalls } from '../application/own-human-calls';
import { dispositionOf, filterOf, newHumanCallOf } from './human-call-input';
import {
  CANCELED_HUMAN_CALL,
  HUMAN_CALL,
  HUMAN_CALL_LIST,
  QUEUED_HUMAN_CALL,
  REPLAYED_HUMAN_CALL,
} from './human-call.answers';
import { DispositionRequest, ListMyCallsQuery, MyCallRequest } from './human-call.requests';

const MY_CALL_ID = ApiParam({
  name: 'id',
  description: 'The id of an own human call.',
  example: HUMAN_CALL.example.id,
});

/** Counsellors at work with their own calls. */
@Controller('console/api/my-calls')
export class ConsoleMyCallsController {
  constructor(private readonly calls: OwnHumanCalls) {}

  @Get()
  @Operation({
    access: ['own_calls'],
    id: 'consoleMyCalls',
    summary: 'List own human calls, newest first; filters combine',
    answer: HUMAN_CALL_LIST,
  })
  list(@CurrentPrincipal() me: AccountPrincipal, @Query() query: ListMyCallsQuery) {
    return this.calls.list(ownerOf(me), filterOf(query), pageSize(query), query.starting_after);
  }

  @Post()
  @Operation({
    access: ['own_calls'],
    id: 'consoleStartMyCall',
    summary: 'Be rung, then connected with the contact',
    idempotent: true,
    answer: { 201: QUEUED_HUMAN_CALL, 200: REPLAYED_HUMAN_CALL },
    errors: ['insufficient_credits', 'counsellor_not_found', 'counsellor_unavailable', 'do_not_call'],
  })
  async start(
    @CurrentPrincipal() me: AccountPrincipal,
    @Body() body: MyCallRequest,
    @Idempotency() key: IdempotencyKey | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const view = await this.calls.queue(ownerOf(me), newHumanCallOf(body), key);
    response.status(view.idempotent_replay ? 200 : 201);
    return view;
  }

  @Get(':id')
  @MY_CALL_ID
  @Operation({
    access: ['own_calls'],
    id: 'consoleMyCall',
    summary: 'Read an own human call',
    answer: HUMAN_CALL,
    errors: ['not_found'],
  })
  read(@CurrentPrincipal() me: AccountPrincipal, @Param('id') id: string) {
    return this.calls.view(ownerOf(me), id);
  }

  @Post(':id/cancel')
  @MY_CALL_ID
  @HttpCode(200)
  @Operation({
    access: ['own_calls'],
    id: 'consoleCancelMyCall',
    summary: 'Cancel an own human call on which nobody talks yet',
    answer: CANCELED_HUMAN_CALL,
    errors: ['not_found', 'human_call_not_cancelable'],
  })
  cancel(@CurrentPrincipal() me: AccountPrincipal, @Param('id') id: string) {
    return this.calls.cancel(ownerOf(me), id);
  }

  @Put(':id/disposition')
  @MY_CALL_ID
  @Operation({
    access: ['own_calls'],
    id: 'consoleSetMyDisposition',
    summary: 'Record what came of an own human call, in any state',
    answer: HUMAN_CALL,
    errors: ['not_found'],
  })
  dispose(
    @CurrentPrincipal() me: AccountPrincipal,
    @Param('id') id: string,
    @Body() body: DispositionRequest,
  ) {
    return this.calls.dispose(ownerOf(me), id, dispositionOf(body, 'counsellor'));
  }
}

/** The counsellor who is signed in: `own_calls` is a scope of sessions of counsellors alone. */
function ownerOf({ accountId, login }: AccountPrincipal): Owner {
  if (login?.memberId == null) throw new Error('own calls need a session in an account');
  return { accountId, counsellorId: login.memberId };
}
