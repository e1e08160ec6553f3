import { Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { AccountId, CurrentPrincipal, Operation } from '../../platform/http/operation';
import type { AccountPrincipal } from '../../platform/http/request-context';
import { storedNumber } from '../../platform/phone-number';
import { DoNotCallList } from '../application/do-not-call-list';
import { doNotCallView } from '../application/do-not-call.view';
import { DO_NOT_CALL, DO_NOT_CALL_LIST } from './do-not-call.answers';
import { numberProblems } from './do-not-call-number';
import { doNotCallPage } from './do-not-call-page';
import { DoNotCallQuery } from './do-not-call.requests';

const NUMBER = ApiParam({
  name: 'number',
  description: 'In E.164, its + optional.',
  example: DO_NOT_CALL.example.phone_number,
});

@ApiTags('Do not call')
@Controller('v1/do-not-call')
export class DoNotCallController {
  constructor(private readonly list: DoNotCallList) {}

  @Get()
  @Operation({
    access: ['calls:read'],
    id: 'listDoNotCall',
    summary: 'List numbers that must not be called, newest first',
    description: 'starting_after is a phone_number.',
    answer: DO_NOT_CALL_LIST,
  })
  all(@AccountId() accountId: string, @Query() query: DoNotCallQuery) {
    return doNotCallPage(this.list, accountId, query);
  }

  @Put(':number')
  @NUMBER
  @Operation({
    access: ['calls:write'],
    id: 'addDoNotCall',
    summary: 'Put a number on the list',
    description: 'Twice is fine. Calls to it are refused with 409 do_not_call; waiting ones fail.',
    answer: DO_NOT_CALL,
    moreProblems: numberProblems,
  })
  async add(@CurrentPrincipal() { accountId, kind }: AccountPrincipal, @Param('number') number: string) {
    const reason = kind === 'session' ? 'Added in the console.' : 'Added through the API.';
    return doNotCallView(await this.list.add(accountId, storedNumber(number), reason));
  }

  @Delete(':number')
  @NUMBER
  @Operation({
    access: ['calls:write'],
    id: 'removeDoNotCall',
    summary: 'Take a number off the list',
    answer: DO_NOT_CALL,
    errors: ['not_found'],
  })
  async remove(@AccountId() accountId: string, @Param('number') number: string) {
    return doNotCallView(await this.list.remove(accountId, storedNumber(number)));
  }
}
