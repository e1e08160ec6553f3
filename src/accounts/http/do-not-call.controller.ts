import { Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listView } from '../../platform/http/lists';
import { AccountId, Operation } from '../../platform/http/operation';
import { PageQuery, pageSize } from '../../platform/http/page.request';
import { DoNotCallList } from '../application/do-not-call-list';
import { doNotCallView } from '../application/do-not-call.view';
import { listedNumber, soughtNumber } from './do-not-call-number';

@ApiTags('Do not call')
@Controller('v1/do-not-call')
export class DoNotCallController {
  constructor(private readonly list: DoNotCallList) {}

  @Get()
  @Operation({
    access: ['calls:read'],
    id: 'listDoNotCall',
    summary: 'List numbers that must not be called, newest first',
  })
  async all(@AccountId() accountId: string, @Query() query: PageQuery) {
    const after = query.starting_after === undefined ? undefined : soughtNumber(query.starting_after);
    const page = await this.list.list(accountId, pageSize(query), after);
    return listView(page.rows.map(doNotCallView), page.hasMore);
  }

  @Put(':number')
  @Operation({ access: ['calls:write'], id: 'addDoNotCall', summary: 'Put a number on the list' })
  async add(@AccountId() accountId: string, @Param('number') number: string) {
    return doNotCallView(await this.list.add(accountId, listedNumber(number), 'Added through the API.'));
  }

  @Delete(':number')
  @Operation({
    access: ['calls:write'],
    id: 'removeDoNotCall',
    summary: 'Take a number off the list',
    errors: ['not_found'],
  })
  async remove(@AccountId() accountId: string, @Param('number') number: string) {
    return doNotCallView(await this.list.remove(accountId, soughtNumber(number)));
  }
}
