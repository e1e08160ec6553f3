import type { NextFunction, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { newId } from '../ids';
import { DomainError } from '../kernel/domain-error';
import type { Metrics } from '../metrics';
import { sendError, unknownPath, wrongMethod } from './error.filter';
import type { ServiceRequest } from './request-context';
import type { RouteTable } from './routes';

const API = '/v1';
const PAGES = '/docs';
/** Links that people open: who they are is nobody's business. */
const LINKS = ['/invitations/', '/recordings/'];

/** Node's marks of a request that it would answer by itself; `checkExpectation` sets the second. */
interface NodeMarks {
  expectationFailed?: boolean;
}

/** What the entry needs of the service. */
export interface EntryParts {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** The Swagger page is served. */
  readonly docs: boolean;
  /** The log is read by people: they are told of requests that were refused or failed, of the others only for debugging. */
  readonly forPeople: boolean;
}

/**
 * The first thing that every request meets: its id, the headers of every answer, its path and method, and its line in the
 * log when it is over.
 */
export function entry(routes: RouteTable, { logger, metrics, docs, forPeople }: EntryParts): RequestHandler {
  return (req, response, next) => {
    const request = req as ServiceRequest & NodeMarks;
    const started = performance.now();
    request.requestId = newId('req');
    response.setHeader('X-Request-Id', request.requestId);
    // Express would answer 304 to these; no 304 is ever sent.
    delete request.headers['if-none-match'];
    delete request.headers['if-modified-since'];
    request.url = readable(originForm(request.url));
    const path = pathOf(request.url);
    response.once('close', () => {
      const ms = performance.now() - started;
      const template = request.template ?? 'unknown';
      metrics.request(request.method, template, response.statusCode, ms / 1_000);
      const level = forPeople && response.statusCode < 400 ? 'debug' : 'info';
      logger[level](described(request, response, template, path, ms), 'request');
    });
    if (path === API || path.startsWith(`${API}/`)) response.setHeader('Cache-Control', 'no-store');
    if (request.headers.host === undefined || request.headersDistinct['host']?.length !== 1) {
      refuse(request, response, 'headers.Host', 'must be sent once');
      return;
    }
    if (request.expectationFailed) {
      refuse(request, response, 'headers.Expect', 'must be 100-continue or absent');
      return;
    }
    direct(request, response, next, path, routes, docs);
  };
}

function direct(
  request: ServiceRequest,
  response: Response,
  next: NextFunction,
  path: string,
  routes: RouteTable,
  docs: boolean,
): void {
  const match = routes.match(request.method, path);
  if (match.kind === 'found') {
    request.template = match.template;
    request.operation = match.operation;
    next();
    return;
  }
  if (match.kind === 'wrong_method') {
    request.template = match.template;
    notAllowed(request, response, match.allow);
    return;
  }
  if (docs && (path === PAGES || (path.startsWith(`${PAGES}/`) && !path.endsWith('/')))) {
    request.template = PAGES;
    if (request.method === 'GET' || request.method === 'HEAD') next();
    else notAllowed(request, response, 'GET, HEAD');
    return;
  }
  sendError(request, response, unknownPath());
}

function notAllowed(request: ServiceRequest, response: Response, allow: string): void {
  response.setHeader('Allow', allow);
  sendError(request, response, wrongMethod(request.method, allow));
}

function refuse(request: ServiceRequest, response: Response, field: string, message: string): void {
  response.shouldKeepAlive = false;
  sendError(
    request,
    response,
    new DomainError('invalid_request', `${field} ${message}.`, { errors: [{ field, message }] }),
  );
}

/** A proxy sends the whole URL (RFC 9112, absolute-form); the path is the same. */
function originForm(url: string): string {
  const absolute = /^https?:\/\/[^/?#]*/i.exec(url);
  if (!absolute) return url;
  const rest = url.slice(absolute[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** U+FFFD, percent-encoded. */
const UNREADABLE = '%EF%BF%BD';

/**
 * A part of the path that cannot be decoded, or holds NUL (which PostgreSQL refuses in a text), names nothing: it stands
 * for an id that nobody has, so that such a request meets the same checks in the same order as any other.
 */
function readable(url: string): string {
  const path = pathOf(url);
  if (!path.includes('%')) return url;
  const parts = path.split('/').map((part) => {
    try {
      return decodeURIComponent(part).includes('\0') ? UNREADABLE : part;
    } catch {
      return UNREADABLE;
    }
  });
  return parts.join('/') + url.slice(path.length);
}

function pathOf(url: string): string {
  const at = url.search(/[?#]/);
  return at < 0 ? url : url.slice(0, at);
}

function described(
  request: ServiceRequest,
  response: Response,
  route: string,
  path: string,
  ms: number,
): Record<string, unknown> {
  const theirs = request.headers['x-request-id'];
  return {
    request_id: request.requestId,
    client_request_id: typeof theirs === 'string' ? theirs.slice(0, 128) : undefined,
    method: request.method,
    route,
    status: response.statusCode,
    ms: Math.round(ms * 10) / 10,
    key: request.principal?.keyId,
    account: request.principal?.accountId,
    address: LINKS.some((link) => path.startsWith(link)) ? undefined : request.ip,
    aborted: response.writableFinished ? undefined : true,
  };
}
