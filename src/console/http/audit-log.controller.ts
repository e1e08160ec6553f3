import { Controller, Get, Query } from '@nestjs/common';
import { AccountId, Operation } from '../../platform/http/operation';
import { pageSize } from '../../platform/http/fields/page.request';
import { AuditLog } from '../application/audit-log';
import { AUDIT_LOG } from './audit-log.answers';
import { AuditLogQuery } from './audit-log.requests';

@Controller('console/api/audit-log')
export class AuditLogController {
  constructor(private readonly log: AuditLog) {}

  @Get()
  @Operation({
    access: ['account:manage'],
    id: 'consoleAuditLog',
    summary: 'Who changed what, newest first',
    answer: AUDIT_LOG,
  })
  list(@AccountId() accountId: string, @Query() query: AuditLogQuery) {
    return this.log.list(accountId, { action: query.action }, pageSize(query), query.starting_after);
  }
}
