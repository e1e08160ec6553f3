import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listView } from '../../platform/http/answers/lists';
import { AccountId, Operation } from '../../platform/http/operation';
import { PageQuery, pageSize } from '../../platform/http/fields/page.request';
import { Credits } from '../application/credits.service';
import { creditsView, transactionView } from '../application/credits.view';
import { CREDITS, TRANSACTION_LIST } from './credits.answers';

@ApiTags('Credits')
@Controller('v1/credits')
export class CreditsController {
  constructor(private readonly credits: Credits) {}

  @Get()
  @Operation({
    access: ['calls:read'],
    id: 'getCredits',
    summary: 'Read the balance and the rates',
    answer: CREDITS,
  })
  async read(@AccountId() accountId: string) {
    return creditsView(await this.credits.balance(accountId));
  }

  @Get('transactions')
  @Operation({
    access: ['calls:read'],
    id: 'listCreditTransactions',
    summary: 'List the ledger, newest first',
    answer: TRANSACTION_LIST,
  })
  async transactions(@AccountId() accountId: string, @Query() query: PageQuery) {
    const page = await this.credits.transactions(accountId, pageSize(query), query.starting_after);
    return listView(page.rows.map(transactionView), page.hasMore);
  }
}
