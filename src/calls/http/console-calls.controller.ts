import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiParam, ApiProduces, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CSV_CONTENT, sendCsv } from '../../platform/http/answers/csv-answer';
import { daysOfQuery } from '../../platform/http/fields/day.field';
import { AccountId, CurrentPrincipal, Operation } from '../../platform/http/operation';
import type { AccountPrincipal, LateProblems } from '../../platform/http/request-context';
import { rangeProblems } from '../../platform/kernel/day-range';
import { CallCancellation } from '../application/call-cancellation';
import { CallExports } from '../application/lists/call-exports';
import { CallContextReader } from '../application/lists/call-context-reader';
import { CallRowReader } from '../application/lists/call-row-reader';
import { CALL_CONTEXT, CALL_ROWS, CANCELED_CALLS } from './call-row.answers';
import {
  CallRowsQuery,
  CallsFileQuery,
  CancelCallsRequest,
  idsOrFilter,
  ROWS_OF_A_PAGE,
  rowsRequestOf,
} from './call-row.requests';

const reversedDays: LateProblems = (_, { query }) => {
  const days = daysOfQuery(query);
  return Promise.resolve(days ? rangeProblems(days) : []);
};

@Controller('console/api')
export class ConsoleCallsController {
  constructor(
    private readonly reader: CallRowReader,
    private readonly contexts: CallContextReader,
    private readonly exports: CallExports,
    private readonly cancellation: CallCancellation,
  ) {}

  @Get('calls')
  @Operation({
    access: ['calls:read'],
    id: 'consoleCalls',
    summary: 'List calls as rows, newest first; filters combine',
    answer: CALL_ROWS,
    lateProblems: reversedDays,
  })
  list(@AccountId() accountId: string, @Query() query: CallRowsQuery) {
    const limit = query.limit ?? ROWS_OF_A_PAGE;
    return this.reader.list(accountId, rowsRequestOf(query), limit, query.starting_after);
  }

  @Get('calls.csv')
  @Operation({
    access: ['calls:read'],
    accountInQuery: true,
    id: 'consoleCallsFile',
    summary: 'Download calls as CSV, newest first, at most 100,000; filters combine',
    lateProblems: reversedDays,
  })
  @ApiProduces('text/csv')
  @ApiResponse({ status: 200, description: 'The file', content: CSV_CONTENT })
  async file(
    @AccountId() accountId: string,
    @Query() query: CallsFileQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const lines = this.exports.ofFilter(accountId, rowsRequestOf(query));
    await sendCsv(request, response, { name: 'calls.csv', lines });
  }

  @Post('calls/cancel')
  @HttpCode(200)
  @Operation({
    access: ['calls:write'],
    id: 'consoleCancelCalls',
    summary: 'Cancel calls that wait: those named, or what of a filter waits, 5,000 at a time',
    answer: CANCELED_CALLS,
    moreProblems: (_, body) => idsOrFilter(body),
  })
  cancel(@AccountId() accountId: string, @Body() { ids, filter }: CancelCallsRequest) {
    return ids
      ? this.cancellation.ofIds(accountId, ids)
      : this.cancellation.ofFilter(accountId, rowsRequestOf(filter ?? {}));
  }

  @Get('calls/:id/context')
  @ApiParam({ name: 'id', description: 'The id of a call.', example: CALL_ROWS.example.data[0]?.id ?? '' })
  @Operation({
    access: ['calls:read'],
    id: 'consoleCallContext',
    summary: 'Read what surrounds a call, and what is said while it goes on',
    answer: CALL_CONTEXT,
    errors: ['not_found'],
  })
  context(@CurrentPrincipal() { accountId, scopes }: AccountPrincipal, @Param('id') id: string) {
    return this.contexts.read(accountId, id, { withScript: scopes.has('agents:manage') });
  }
}
