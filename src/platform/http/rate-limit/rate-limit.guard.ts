import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Clock } from '../../clock';
import { DomainError } from '../../kernel/domain-error';
import { innerRequestOf } from '../inner-requests';
import { isAllowed } from '../operation';
import type { OperationOptions, Principal, ServiceRequest } from '../request-context';
import { beyondLimit, countedBy } from './operation-limit';
import { RateLog, REQUEST_BOUNDS, RequestCounts } from './request-counts';

const SENDERS = { key: 'with this key', session: 'in this session' };

/** 429 beyond the limit of the key or session (R92). Sets the rate headers. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly counts: RequestCounts,
    private readonly log: RateLog,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const { principal, operation } = request;
    if (!principal) return true;
    if (innerRequestOf(request)) {
      await this.#admitOperation(operation, principal);
      return true;
    }
    const { max, windowMs } = REQUEST_BOUNDS[principal.kind];
    const { admitted, remaining, resetMs } = await this.counts.count(request, principal);
    const response = context.switchToHttp().getResponse<Response>();
    const seconds = Math.max(1, Math.ceil(resetMs / 1_000));
    response.setHeader('RateLimit-Policy', `"default";q=${max};w=${windowMs / 1_000}`);
    response.setHeader('RateLimit', `"default";r=${remaining};t=${seconds}`);
    if (admitted) {
      await this.#admitOperation(operation, principal);
      return true;
    }
    response.setHeader('Retry-After', String(seconds));
    throw new DomainError(
      'rate_limited',
      `More than ${max} requests in a minute ${SENDERS[principal.kind]}: try again in ${seconds} s.`,
    );
  }

  /** Requests without the scope do not count, so others of the account can use the rest. @throws RetryLater */
  async #admitOperation(operation: OperationOptions | undefined, principal: Principal): Promise<void> {
    if (!operation?.limits || !isAllowed(operation, principal)) return;
    for (const limit of operation.limits) {
      const id = countedBy(limit, principal);
      if (id === null) continue;
      const { admitted, resetMs } = await this.log.admit(id, this.clock.nowMs(), limit);
      if (!admitted) throw beyondLimit(limit, resetMs);
    }
  }
}
