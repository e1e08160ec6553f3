export { AuditLog, lastDigits, OPERATOR } from './application/audit-log';
export { ConsoleModule } from './console.module';
