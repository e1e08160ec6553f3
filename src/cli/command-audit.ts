import type { INestApplicationContext } from '@nestjs/common';
import { AuditLog, OPERATOR } from '../console';

/** Writes lines of the audit log about the operator's commands. */
export class CommandAudit {
  readonly #log: AuditLog;

  constructor(contexts: INestApplicationContext) {
    this.#log = contexts.get(AuditLog, { strict: false });
  }

  async write(
    accountId: string,
    action: string,
    subjectId: string | null,
    fields: readonly string[] = [],
  ): Promise<void> {
    await this.#log.write(accountId, OPERATOR, deed(action, subjectId, fields));
  }

  /** Writes a line in each account where the login is active. */
  async writeOfLogin(loginId: string, action: string): Promise<void> {
    await this.#log.writeOfLogin(loginId, OPERATOR, deed(action, loginId, []));
  }
}

function deed(action: string, subjectId: string | null, fields: readonly string[]) {
  const names = fields.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  return { action, subjectId, fields: names, address: null };
}
