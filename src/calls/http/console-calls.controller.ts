import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { AccountId, CurrentPrincipal, Operation } from '../../platform/http/operation';
import type { AccountPrincipal } from '../../platform/http/request-context';
import { CallRowReader } from '../application/call-row-reader';
import { CALL_CONTEXT, CALL_ROWS } from './call-row.answers';
import { CallRowsQuery, ROWS_OF_A_PAGE } from './call-row.requests';

@Controller('console/api/calls')
export class ConsoleCallsController {
  constructor(private readonly reader: CallRowReader) {}

  @Get()
  @Operation({
    access: ['calls:read'],
    id: 'consoleCalls',
    summary: 'List calls as rows, newest first; filters combine',
    answer: CALL_ROWS,
  })
  list(@AccountId() accountId: string, @Query() query: CallRowsQuery) {
    const request = {
      statuses: query.status,
      agentId: query.agent_id,
      batchId: query.batch_id,
      disposition: query.disposition,
      test: query.test,
      from: query.from,
      to: query.to,
      q: query.q,
    };
    return this.reader.list(accountId, request, query.limit ?? ROWS_OF_A_PAGE, query.starting_after);
  }

  @Get(':id/context')
  @ApiParam({ name: 'id', description: 'The id of a call.', example: CALL_ROWS.example.data[0]?.id ?? '' })
  @Operation({
    access: ['calls:read'],
    id: 'consoleCallContext',
    summary: 'Read what surrounds a call, and what is said while it goes on',
    answer: CALL_CONTEXT,
    errors: ['not_found'],
  })
  context(@CurrentPrincipal() { accountId, scopes }: AccountPrincipal, @Param('id') id: string) {
    return this.reader.context(accountId, id, { withScript: scopes.has('agents:manage') });
  }
}
