import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { inTime } from '../../platform/http/in-time';
import { readQuery } from '../../platform/http/fields/query';
import type { OperationOptions, ServiceRequest } from '../../platform/http/request-context';
import { DomainError, invalidRequest } from '../../platform/kernel/domain-error';
import { type Count, Metrics } from '../../platform/metrics';
import { SessionUses } from '../application/session-uses';
import { Sessions } from '../application/sessions';
import { scopesOf } from '../domain/roles';
import { confirmedUntil } from '../domain/session';
import { notSignedIn } from '../domain/sign-in-errors';
import { readCookie } from './cookies';

type InUse = NonNullable<Awaited<ReturnType<Sessions['identify']>>>;
type Membership = InUse['memberships'][number];

/** Authenticates by session: 401 not_signed_in, 503; then finds the account of the request: 400, 404. */
@Injectable()
export class SessionGuard implements CanActivate {
  readonly #countRefusal: Count;

  constructor(
    private readonly sessions: Sessions,
    private readonly uses: SessionUses,
    metrics: Metrics,
    private readonly config: Config,
  ) {
    this.#countRefusal = metrics.declareAuthRefusals();
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const { operation } = request;
    if (!request.bySession || !operation) return true;
    if (operation.access === 'anonymous') {
      await this.#inTime(this.sessions.reachable(), 'Nobody can sign in right now: try again shortly.');
      return true;
    }
    const session = await this.#identify(request);
    const member = operation.access === 'signed_in' ? null : membershipOf(session, request, operation);
    this.uses.recordUse(session.id, session.lastUsedAt);
    request.principal = {
      id: session.id,
      kind: 'session',
      name: session.name,
      accountId: member?.accountId ?? null,
      scopes: new Set(member ? scopesOf(member.roles, member.listening) : []),
      countries: member?.countries ?? null,
      login: {
        id: session.loginId,
        memberId: member?.memberId ?? null,
        name: session.name,
        email: session.email,
        confirmedUntil: confirmedUntil(session),
      },
    };
    return true;
  }

  async #identify(request: ServiceRequest): Promise<InUse> {
    const token = readCookie('session', request, this.config.publicUrl);
    const session =
      token === null
        ? null
        : await this.#inTime(
            this.sessions.identify(token),
            'Sessions cannot be checked right now: try again shortly.',
          );
    const claimed = request.headersDistinct['x-session'] ?? [];
    if (session && claimed.every((id) => id === session.id)) return session;
    this.#countRefusal({ code: 'not_signed_in' });
    throw notSignedIn();
  }

  /** @throws DomainError auth_unavailable when the database is away */
  #inTime<T>(lookUp: Promise<T>, message: string): Promise<T> {
    return inTime(lookUp).catch(() => {
      this.#countRefusal({ code: 'auth_unavailable' });
      throw new DomainError('auth_unavailable', message);
    });
  }
}

function membershipOf(
  { memberships }: InUse,
  request: ServiceRequest,
  operation: OperationOptions,
): Membership {
  const inQuery = operation.accountInQuery ?? false;
  const named = inQuery ? accountOfQuery(request) : (request.headersDistinct['x-account'] ?? []);
  const field = inQuery ? 'query.account' : 'headers.X-Account';
  if (named.length > 1) throw invalidRequest([{ field, message: 'must be sent once' }]);
  if (named.length === 0 && memberships.length > 1) {
    throw invalidRequest([{ field, message: 'is required: the login has several accounts' }]);
  }
  const [id] = named;
  const member = id === undefined ? memberships[0] : memberships.find(({ accountId }) => accountId === id);
  if (member) return member;
  throw new DomainError('not_found', 'You are no active member of this account.', { header: 'X-Account' });
}

function accountOfQuery(request: ServiceRequest): string[] {
  const account = new Map(Object.entries(readQuery(request.originalUrl).values)).get('account');
  return account === undefined ? [] : [account];
}
