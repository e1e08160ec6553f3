import { Controller, Get, Query } from '@nestjs/common';
import { AccountId, Operation } from '../../platform/http/operation';
import { DoNotCallList } from '../application/do-not-call-list';
import { doNotCallPage } from './do-not-call-page';
import { DO_NOT_CALL_LIST } from './do-not-call.answers';
import { DoNotCallQuery } from './do-not-call.requests';

@Controller('console/api/do-not-call')
export class ConsoleDoNotCallController {
  constructor(private readonly list: DoNotCallList) {}

  @Get()
  @Operation({
    access: ['calls:read'],
    id: 'consoleDoNotCall',
    summary: 'List numbers that must not be called, newest first, or find one',
    answer: DO_NOT_CALL_LIST,
  })
  all(@AccountId() accountId: string, @Query() query: DoNotCallQuery) {
    return doNotCallPage(this.list, accountId, query);
  }
}
