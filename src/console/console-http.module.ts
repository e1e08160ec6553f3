import { Module } from '@nestjs/common';
import { AuditLogModule } from './audit-log.module';
import { AuditLogController } from './http/audit-log.controller';
import { AuditLogInterceptor } from './http/audit-log.interceptor';

export { AuditLogInterceptor };

/** What of the console belongs to no other context. */
@Module({
  imports: [AuditLogModule],
  controllers: [AuditLogController],
  providers: [AuditLogInterceptor],
  exports: [AuditLogInterceptor],
})
export class ConsoleHttpModule {}
