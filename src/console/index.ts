export { AuditLog, lastDigits, OPERATOR } from './application/audit-log';
export { AuditLogModule } from './audit-log.module';
export { ConsoleWorkerModule } from './console-worker.module';
