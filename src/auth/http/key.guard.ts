import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error';
import { inTime } from '../../platform/http/in-time';
import type { ServiceRequest } from '../../platform/http/request-context';
import { RequestCounts } from '../../platform/http/rate-limit/request-counts';
import { type Count, Metrics } from '../../platform/metrics';
import { ApiKeys } from '../application/api-keys.service';
import { KeyUses } from '../application/key-uses';
import { PRODUCT } from '../domain/key-format';

/** Authenticates: 401, 503, 403 product_not_enabled. */
@Injectable()
export class KeyGuard implements CanActivate {
  readonly #countRefusal: Count;

  constructor(
    private readonly keys: ApiKeys,
    private readonly uses: KeyUses,
    private readonly counts: RequestCounts,
    metrics: Metrics,
  ) {
    this.#countRefusal = metrics.declareAuthRefusals();
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    if (request.bySession || request.operation?.access === 'public') return true;
    const key = await this.#identify(sentKey(request), request);
    if (!key)
      throw this.#refusalOf(
        'invalid_api_key',
        'The API key is not one that works: unknown, revoked or expired.',
      );
    if (key.product !== PRODUCT) {
      throw this.#refusalOf('product_not_enabled', 'This key is not an AI calling key.');
    }
    this.uses.recordUse(key.id, key.last_used_at);
    request.principal = {
      id: key.id,
      kind: 'key',
      name: key.name,
      accountId: key.account_id,
      scopes: new Set(key.scopes),
      countries: key.countries,
      login: null,
    };
    return true;
  }

  async #identify(text: string | null, request: ServiceRequest) {
    if (text === null) {
      throw this.#refusalOf(
        'missing_api_key',
        'Send your API key in the header X-API-Key (or Authorization: Bearer).',
      );
    }
    try {
      const identified = this.keys.identify(text, (id) => this.counts.begin(request, { id, kind: 'key' }));
      return await inTime(identified);
    } catch {
      throw this.#refusalOf('auth_unavailable', 'Keys cannot be checked right now: try again shortly.');
    }
  }

  #refusalOf(
    code: 'missing_api_key' | 'invalid_api_key' | 'product_not_enabled' | 'auth_unavailable',
    message: string,
  ): DomainError {
    this.#countRefusal({ code });
    return new DomainError(code, message);
  }
}

/** Null for none, empty (never a valid key) for two different ones. */
function sentKey(request: ServiceRequest): string | null {
  const keys = new Set([
    ...(request.headersDistinct['x-api-key'] ?? []).filter((key) => key !== ''),
    ...(request.headersDistinct['authorization'] ?? []).flatMap(bearerOf),
  ]);
  if (keys.size === 0) return null;
  const [key = ''] = keys;
  return keys.size === 1 ? key : '';
}

function bearerOf(header: string): string[] {
  const match = /^Bearer(?:\s(.*))?$/i.exec(header.trim());
  const token = match?.[1]?.trim() ?? '';
  return token === '' ? [] : [token];
}
