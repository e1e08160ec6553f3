import { Controller, Get } from '@nestjs/common';
import { listOf } from '../../platform/http/answers/answer';
import { CurrentPrincipal, Operation } from '../../platform/http/operation';
import type { AccountPrincipal } from '../../platform/http/request-context';
import { CounsellorReader } from '../application/counsellor-reader';
import { COUNSELLOR } from './counsellor.answers';

const COUNSELLORS = listOf(COUNSELLOR, { paged: false });

@Controller('console/api/counsellors')
export class ConsoleCounsellorsController {
  constructor(private readonly reader: CounsellorReader) {}

  @Get()
  @Operation({
    access: ['calls:read', 'counsellors:manage'],
    id: 'consoleCounsellors',
    summary: 'List counsellors, by name, invited and inactive ones too',
    answer: COUNSELLORS,
  })
  list(@CurrentPrincipal() { accountId, scopes }: AccountPrincipal) {
    return this.reader.listAll(accountId, scopes.has('counsellors:manage'));
  }
}
