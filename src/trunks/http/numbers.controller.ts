import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listView } from '../../platform/http/answers/lists';
import { AccountId, Operation } from '../../platform/http/operation';
import { Numbers } from '../application/numbers';
import { NUMBER_LIST } from './number.answers';

@ApiTags('Numbers')
@Controller('v1/numbers')
export class NumbersController {
  constructor(private readonly numbers: Numbers) {}

  @Get()
  @Operation({
    access: ['calls:read'],
    id: 'listNumbers',
    summary: "List the account's own numbers, by number",
    description: 'The operator sets them up. The list is whole.',
    answer: NUMBER_LIST,
  })
  async list(@AccountId() accountId: string) {
    return listView(await this.numbers.ofAccount(accountId));
  }
}
