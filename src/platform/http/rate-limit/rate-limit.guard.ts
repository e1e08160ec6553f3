import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Clock } from '../../clock';
import { DomainError } from '../../kernel/domain-error';
import type { ServiceRequest } from '../request-context';
import { RATE_LIMIT, type SlidingLog } from './sliding-log';

/** Injects the sliding log of this deployment. */
export abstract class RateLog implements SlidingLog {
  abstract admit: SlidingLog['admit'];
}

const POLICY = `"default";q=${RATE_LIMIT.requests};w=${RATE_LIMIT.windowMs / 1_000}`;

/** 429 beyond the limit of the key (R92). Every authenticated answer has the rate headers. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly log: RateLog,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { principal } = context.switchToHttp().getRequest<ServiceRequest>();
    if (!principal) return true;
    const { admitted, remaining, resetMs } = await this.log.admit(principal.keyId, this.clock.nowMs());
    const response = context.switchToHttp().getResponse<Response>();
    const seconds = Math.max(1, Math.ceil(resetMs / 1_000));
    response.setHeader('RateLimit-Policy', POLICY);
    response.setHeader('RateLimit', `"default";r=${remaining};t=${seconds}`);
    if (admitted) return true;
    response.setHeader('Retry-After', String(seconds));
    throw new DomainError(
      'rate_limited',
      `More than ${RATE_LIMIT.requests} requests in a minute with this key: try again in ${seconds} s.`,
    );
  }
}
