import { Controller, Get, Query } from '@nestjs/common';
import { Text } from '../../platform/http/fields/fields';
import { listView } from '../../platform/http/answers/lists';
import { AccountId, Operation } from '../../platform/http/operation';
import { PageQuery, pageSize } from '../../platform/http/fields/page.request';
import { DoNotCallList } from '../application/do-not-call-list';
import { doNotCallView } from '../application/do-not-call.view';
import { DO_NOT_CALL_LIST } from './do-not-call.answers';
import { soughtNumber } from './do-not-call-number';

class DoNotCallQuery extends PageQuery {
  @Text({ min: 1, max: 64, description: 'The entry of this number alone, in E.164, its + optional.' })
  phone_number?: string;
}

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
  async all(@AccountId() accountId: string, @Query() query: DoNotCallQuery) {
    const { phone_number: sought, starting_after: last } = query;
    if (sought !== undefined) {
      const entry = await this.list.entryOf(accountId, soughtNumber(sought));
      return listView(entry ? [doNotCallView(entry)] : []);
    }
    const after = last === undefined ? undefined : soughtNumber(last);
    const page = await this.list.list(accountId, pageSize(query), after);
    return listView(page.rows.map(doNotCallView), page.hasMore);
  }
}
