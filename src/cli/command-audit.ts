import type { INestApplicationContext } from '@nestjs/common';
import { AuditLog, OPERATOR } from '../console';

/** Lines of the audit log about commands: the operator changed something of an account. */
export class CommandAudit {
  readonly #log: AuditLog;

  constructor(contexts: INestApplicationContext) {
    this.#log = contexts.get(AuditLog, { strict: false });
  }

  /** @param fields names of what was given, such as `queueSeconds` */
  async tell(
    accountId: string,
    action: string,
    subjectId: string | null,
    fields: readonly string[] = [],
  ): Promise<void> {
    await this.#log.write(accountId, OPERATOR, deed(action, subjectId, fields));
  }

  /** The operator changed something of a person, which concerns each account where the login is active. */
  async tellOfLogin(loginId: string, action: string): Promise<void> {
    await this.#log.writeOfLogin(loginId, OPERATOR, deed(action, loginId, []));
  }
}

function deed(action: string, subjectId: string | null, fields: readonly string[]) {
  const names = fields.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  return { action, subjectId, fields: names, address: null };
}
