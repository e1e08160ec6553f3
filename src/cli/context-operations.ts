import type { INestApplicationContext, Type } from '@nestjs/common';
import { CommandAudit } from './command-audit';

/** Operations on services of any context. */
export abstract class ContextOperations {
  protected readonly auditLog: CommandAudit;

  constructor(protected readonly contexts: INestApplicationContext) {
    this.auditLog = new CommandAudit(contexts);
  }

  protected service<T>(type: Type<T>): T {
    return this.contexts.get(type, { strict: false });
  }
}
