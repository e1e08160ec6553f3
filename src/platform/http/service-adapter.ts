import { createServer, type RequestListener, type Server } from 'node:http';
import { StreamableFile } from '@nestjs/common';
import type { Express, NextFunction, RequestHandler, Response } from 'express';
import { ExpressAdapter } from '@nestjs/platform-express';
import { freeSlots } from './body/json-body';
import { linger } from './body/linger';
import { answerMalformed, SERVER_OPTIONS } from './body/malformed';
import { expressClasses } from './express-classes';
import { OpenRequests } from './open-requests';
import type { ServiceRequest } from './request-context';
import type { RouteTable } from './routes';
import { Upgrades } from './upgrades';

/** Templates whose requests no middleware of Express concerns. */
const DIRECT = /^\/(?:v1|console)\//;

const VERBS = ['get', 'post', 'put', 'patch', 'delete'] as const;

type Register = (path: string, handler: RequestHandler) => unknown;

export type Entry = (request: ServiceRequest, response: Response, next: () => void) => void;

/** Runs Express on our own server: Nest's accepts no options and cuts connections at shutdown. */
export class ServiceAdapter extends ExpressAdapter {
  #upgrades: Upgrades | null = null;
  #entry: Entry = (_request, _response, next) => next();
  readonly #requests = new OpenRequests();
  /** Handlers by the id of their operation. */
  readonly #handlers = new Map<string, RequestHandler>();

  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    app.set('etag', false);
    app.set('x-powered-by', false);
    // Paths are matched exactly before Express, which must not find more.
    app.set('case sensitive routing', true);
    app.set('strict routing', true);
    const handle = inTurn((request, response) => {
      this.#requests.add(response);
      this.#receive(request as ServiceRequest, response as Response);
    });
    const options = { ...SERVER_OPTIONS, ...expressClasses(app) };
    this.httpServer = createServer(options, handle);
    answerMalformed(this.httpServer);
    this.#upgrades = new Upgrades(options, handle);
    this.#upgrades.serve(this.httpServer);
  }

  /**
   * Has `entry` match each request, and gives it to the handler that is registered for its operation from now on. Express
   * serves pages, links and MCP alone: it would try the patterns of all routes, one after another.
   */
  serve(routes: RouteTable, entry: Entry): void {
    this.#entry = entry;
    const adapter = this as unknown as Record<(typeof VERBS)[number], Register>;
    for (const verb of VERBS) {
      const register = adapter[verb].bind(this);
      adapter[verb] = (path, handler) => {
        const operation = routes.operationOf(verb.toUpperCase(), path);
        if (operation) this.#handlers.set(operation.id, handler);
        else register(path, handler);
      };
    }
    this.use(((request, response, next) => {
      this.#handle(request as ServiceRequest, response, next);
    }) satisfies RequestHandler);
  }

  #receive(request: ServiceRequest, response: Response): void {
    const throughExpress = (): void => void this.getInstance<Express>()(request, response);
    // Express sets these properties, and reads them.
    request.res = response;
    request.originalUrl = request.url;
    this.#entry(request, response, () => {
      if (DIRECT.test(request.template ?? '')) this.#handle(request, response, throughExpress);
      else throughExpress();
    });
  }

  #handle(request: ServiceRequest, response: Response, next: NextFunction): void {
    const handler = this.#handlers.get(request.operation?.id ?? '');
    if (!handler) {
      next();
      return;
    }
    request.params = request.parameters ?? {};
    void handler(request, response, next);
  }

  override async reply(response: Response, body: unknown, statusCode?: number): Promise<void> {
    const request = response.req as ServiceRequest;
    if (request.beforeReply) await request.beforeReply(body);
    freeSlots(request);
    this.#send(response, body, statusCode);
  }

  /** JSON leaves without Express, which would check for an ETag, for freshness and for the character set. */
  #send(response: Response, body: unknown, statusCode?: number): void {
    if (!isPlain(body) || response.hasHeader('Content-Type')) {
      super.reply(response, body, statusCode);
      return;
    }
    if (statusCode !== undefined) response.statusCode = statusCode;
    const text = JSON.stringify(body);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    response.end(text);
  }

  override async close(): Promise<void> {
    const server = this.httpServer as Server;
    const upgrades = this.#upgrades?.close();
    await this.#requests.close(upgrades ? [server, upgrades] : [server]);
  }
}

/** True for bodies that are sent as JSON. */
function isPlain(body: unknown): body is object {
  const isSpecial = body instanceof StreamableFile || body instanceof Error || ArrayBuffer.isView(body);
  return typeof body === 'object' && body !== null && !isSpecial;
}

/** Handles pipelined requests of a connection one at a time. Node would start all at once, and buffer the responses. */
export function inTurn(handle: RequestListener): RequestListener {
  return (request, response) => {
    // After a response that closes the connection no further request is handled (RFC 9112, 9.6).
    if (request.socket.writableEnded) return;
    linger(request, response);
    // A response gets its socket after those before it were sent.
    if (response.socket === null) {
      response.once('socket', () => handle(request, response));
    } else {
      handle(request, response);
    }
  };
}
