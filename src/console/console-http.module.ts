import { Module } from '@nestjs/common';
import { AuditLogModule } from './audit-log.module';
import { AccountsModule } from '../accounts';
import { AgentsModule } from '../agents';
import { CreditsModule } from '../credits';
import { WaitReasonReader } from './application/held-calls';
import { Home } from './application/home';
import { LocalTimes } from './application/local-times';
import { HomeController } from './http/home.controller';
import { HomeRepository } from './infrastructure/home.repository';
import { AuditLogController } from './http/audit-log.controller';
import { AuditLogInterceptor } from './http/audit-log.interceptor';

export { AuditLogInterceptor };

@Module({
  imports: [AccountsModule, AgentsModule, AuditLogModule, CreditsModule],
  controllers: [AuditLogController, HomeController],
  providers: [AuditLogInterceptor, WaitReasonReader, Home, HomeRepository, LocalTimes],
  exports: [AuditLogInterceptor],
})
export class ConsoleHttpModule {}
