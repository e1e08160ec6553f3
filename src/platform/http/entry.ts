import type { Response } from 'express';
import type { Logger } from 'pino';
import { newId } from '../ids';
import type { Metrics } from '../metrics';
import { refusalOfHeaders } from './body/malformed';
import { clientAddress } from './client-address';
import { answerError, sendError, unknownPath, wrongMethod } from './error.filter';
import { CONSOLE, type PageFiles } from './page-files';
import type { ServiceRequest } from './request-context';
import type { RouteTable } from './routes';
import type { Entry } from './service-adapter';

const API = '/v1';
const PAGES = '/docs';
/** The document, and what the page consists of. */
const PAGE_FILE = /^\/docs\/[\w-]+(\.[\w-]+)+$/;
/** Here a session authenticates requests, both of the API of keys and of the console's own. */
const SESSION_V1 = `${CONSOLE}${API}/`;
const SESSION_API = `${CONSOLE}/api/`;
const LIVE = `${CONSOLE}/live/`;
/** Links for people, whose visitors are not logged. */
const LINKS = ['/invitations/', '/recordings/'];

const REFUSED_SOCKETS = 'aics_live_sockets_refused_total';
const REFUSED_SOCKETS_HELP = 'Live sockets that were refused, by reason.';
const REFUSALS: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request'],
  [401, 'not_signed_in'],
  [403, 'cross_origin'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [429, 'rate_limited'],
  [503, 'auth_unavailable'],
]);

const UNREADABLE = '%EF%BF%BD';

export interface EntryOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly docs: boolean;
  readonly console: boolean;
  readonly page: PageFiles | null;
  /** At log level debug, except for refused and failed requests. */
  readonly forPeople: boolean;
}

interface Exchange {
  readonly request: ServiceRequest;
  readonly response: Response;
  readonly next: () => void;
  readonly path: string;
  readonly routes: RouteTable;
  readonly options: EntryOptions;
}

/** The first step of each request: id, common headers, path and method, and the log line at the end. */
export function entry(routes: RouteTable, options: EntryOptions): Entry {
  const { logger, metrics, page, forPeople } = options;
  metrics.declare(REFUSED_SOCKETS, REFUSED_SOCKETS_HELP, ['reason']);
  const receive: Entry = (request, response, next) => {
    const started = performance.now();
    request.requestId = newId('req');
    response.setHeader('X-Request-Id', request.requestId);
    // Express would send 304; this service never does.
    delete request.headers['if-none-match'];
    delete request.headers['if-modified-since'];
    request.url = readable(originForm(request.url));
    const path = pathOf(request.url);
    response.once('close', () => {
      const ms = performance.now() - started;
      const template = request.template ?? 'unknown';
      metrics.request(request.method, template, response.statusCode, ms / 1_000);
      if (path.startsWith(LIVE)) countRefusal(metrics, response.statusCode);
      const level = forPeople && response.statusCode < 400 ? 'debug' : 'info';
      logger[level](describeRequest(request, response, template, path, ms), 'request');
    });
    if (isApi(path)) response.setHeader('Cache-Control', 'no-store');
    if (page && (path === CONSOLE || path.startsWith(`${CONSOLE}/`))) page.secure(response);
    const refusal = refusalOfHeaders(request);
    if (refusal) {
      response.shouldKeepAlive = false;
      sendError(request, response, refusal);
      return;
    }
    route({ request, response, next, path, routes, options });
  };
  return (request, response, next) => {
    try {
      receive(request, response, next);
    } catch (error) {
      answerError(logger, error, request, response);
    }
  };
}

function countRefusal(metrics: Metrics, status: number): void {
  const reason = REFUSALS.get(status);
  if (reason !== undefined) metrics.count(REFUSED_SOCKETS, REFUSED_SOCKETS_HELP, { reason });
}

function isApi(path: string): boolean {
  return path === API || [`${API}/`, SESSION_V1, SESSION_API, LIVE].some((prefix) => path.startsWith(prefix));
}

/** Each of these returns false when the path is not its own. */
function route(exchange: Exchange): void {
  const { request, response } = exchange;
  const isRouted = toOperation(exchange) || toPage(exchange) || toDocs(exchange);
  if (!isRouted) sendError(request, response, unknownPath({ hasDocs: exchange.options.docs }));
}

function toOperation({ request, response, next, path, routes, options }: Exchange): boolean {
  const bySession =
    options.console && [SESSION_V1, SESSION_API, LIVE].some((prefix) => path.startsWith(prefix));
  const outer = bySession && path.startsWith(SESSION_V1) ? CONSOLE : '';
  const match = routes.match(request.method, path.slice(outer.length));
  if (match.kind === 'unknown_path') return false;
  request.template = outer + match.template;
  if (match.kind === 'wrong_method') {
    notAllowed(request, response, match.allow);
    return true;
  }
  request.operation = match.operation;
  request.parameters = match.parameters;
  request.bySession = bySession;
  request.url = request.url.slice(outer.length);
  next();
  return true;
}

function toPage({ request, response, path, options: { page } }: Exchange): boolean {
  if (!page?.isBuilt) return false;
  return page.answer(request, response, path) || (path === '/' && redirectToPage(request, response));
}

function toDocs({ request, response, next, path, options: { docs } }: Exchange): boolean {
  if (!docs || (path !== PAGES && !PAGE_FILE.test(path))) return false;
  request.template = PAGES;
  // The files are always sent whole: Express would fail with 412 or 416.
  delete request.headers.range;
  delete request.headers['if-match'];
  delete request.headers['if-unmodified-since'];
  if (request.method === 'GET' || request.method === 'HEAD') next();
  else notAllowed(request, response, 'GET, HEAD');
  return true;
}

/** False, and nothing is sent, when the client wants no page. */
function redirectToPage(request: ServiceRequest, response: Response): boolean {
  const { method, headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || !headers.accept?.toLowerCase().includes('text/html'))
    return false;
  request.template = '/';
  response.set({ 'Cache-Control': 'no-store', Vary: 'Accept' });
  response.redirect(302, CONSOLE);
  return true;
}

function notAllowed(request: ServiceRequest, response: Response, allow: string): void {
  response.setHeader('Allow', allow);
  sendError(request, response, wrongMethod(request.method, allow));
}

/** Proxies send the whole URL (RFC 9112, absolute-form). */
function originForm(url: string): string {
  const absolute = /^https?:\/\/[^/?#]*/i.exec(url);
  if (!absolute) return url;
  const rest = url.slice(absolute[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** An undecodable part of the path, or NUL, becomes an id that does not exist, and passes the same checks (R95). */
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

function describeRequest(
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
    [request.principal?.kind ?? 'key']: request.principal?.id,
    account: request.principal?.accountId ?? undefined,
    address: LINKS.some((link) => path.startsWith(link)) ? undefined : clientAddress(request),
    aborted: response.writableFinished ? undefined : true,
  };
}
