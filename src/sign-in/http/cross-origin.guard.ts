import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import type { ServiceRequest } from '../../platform/http/request-context';
import { originOf } from '../../platform/http/same-origin';
import { DomainError } from '../../platform/kernel/domain-error';
import { oneLine } from '../../platform/kernel/text';

const MAX_SHOWN_LENGTH = 200;

/** 403 cross_origin for requests of the session API that a page of another origin caused. */
@Injectable()
export class CrossOriginGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    if (!request.bySession || this.#isOwn(request)) return true;
    const theirs = oneLine(request.headers.origin ?? 'a page of another site', MAX_SHOWN_LENGTH);
    const ours = originOf(request)?.origin ?? 'unknown, without a host name';
    throw new DomainError(
      'cross_origin',
      `The request comes from ${theirs}, and this is ${ours}: set PUBLIC_URL or pass Host.`,
    );
  }

  /** Checks Sec-Fetch-Site, else Origin; a client that sends neither is no browser. */
  #isOwn(request: ServiceRequest): boolean {
    const site = request.headers['sec-fetch-site'];
    // Browsers send no CORS request for a socket: only Origin separates pages.
    if (request.operation?.socket) {
      return this.#isOwnOrigin(request) && (site === undefined || site === 'same-origin');
    }
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (site !== undefined) return site === 'same-origin' || (reads && site === 'none');
    return request.headers.origin === undefined || this.#isOwnOrigin(request);
  }

  #isOwnOrigin(request: ServiceRequest): boolean {
    const { origin } = request.headers;
    const own = [originOf(request)?.origin, this.config.publicUrl];
    return origin !== undefined && own.includes(origin);
  }
}
