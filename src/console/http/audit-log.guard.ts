import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { clientAddress } from '../../platform/http/client-address';
import { innerRequestOf } from '../../platform/http/inner-requests';
import type { Principal, ServiceRequest } from '../../platform/http/request-context';
import { AuditLog, type AuditRecord, lastDigits } from '../application/audit-log';

/** Placing calls is the purpose of a key, not a change of the account: it is not logged. */
const DAILY_WORK_OF_KEYS = ['/v1/calls', '/v1/batches', '/v1/human-calls'];

interface Answered {
  readonly id?: unknown;
  readonly idempotent_replay?: unknown;
}

/** The last guard, which refuses nothing: has a line written for each change that succeeds, by session or key. */
@Injectable()
export class AuditLogGuard implements CanActivate {
  constructor(private readonly log: AuditLog) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const { principal } = request;
    if (principal && changes(request, principal)) {
      request.beforeReply = (answer) => this.#logChange(principal, request, answer);
    }
    return true;
  }

  async #logChange(principal: Principal, request: ServiceRequest, answer: unknown): Promise<void> {
    const answered = (answer ?? {}) as Answered;
    const { dry_run: isDryRun } = (request.body ?? {}) as { readonly dry_run?: unknown };
    const record = recordOf(request, answered);
    const isEmptyPatch = request.method === 'PATCH' && record.fields.length === 0;
    if (answered.idempotent_replay !== true && isDryRun !== true && !isEmptyPatch)
      await this.#write(principal, record);
  }

  async #write({ id, name, accountId, login }: Principal, record: AuditRecord): Promise<void> {
    if (login && accountId === null) await this.log.writeEverywhere(login.id, record, { repeat: false });
    else if (accountId !== null) {
      const who = login
        ? { kind: 'login' as const, id: login.id, name: login.name, email: login.email }
        : { kind: 'key' as const, id, name, email: null };
      await this.log.write(accountId, who, record);
    }
  }
}

function changes({ method, operation, template }: ServiceRequest, { kind }: Principal): boolean {
  if (method === 'GET' || method === 'HEAD' || operation?.audited === false) return false;
  return kind === 'session' || !DAILY_WORK_OF_KEYS.some((path) => template?.startsWith(path));
}

function recordOf(request: ServiceRequest, { id }: Answered): AuditRecord {
  const { params, operation } = request;
  const named = Object.values(params).find((value): value is string => typeof value === 'string');
  const subject = named ?? (typeof id === 'string' ? id : null);
  return {
    action: operation?.id ?? '',
    subjectId: subject && shownSubject(subject),
    fields: Object.entries((request.body ?? {}) as object).flatMap(([name, value]) =>
      value === undefined ? [] : [name],
    ),
    address: clientAddress(request) ?? null,
    via: innerRequestOf(request)?.via ?? null,
  };
}

const MAX_SUBJECT_LENGTH = 64;

/** Ids begin with a letter; other subjects are phone numbers, whatever stands between their digits. */
function shownSubject(subject: string): string {
  return /^[a-z]/i.test(subject) ? subject.slice(0, MAX_SUBJECT_LENGTH) : lastDigits(subject);
}
