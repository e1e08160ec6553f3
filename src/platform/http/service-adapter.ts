import { createServer, type RequestListener, type Server } from 'node:http';
import { StreamableFile } from '@nestjs/common';
import type { Express, RequestHandler, Response } from 'express';
import { ExpressAdapter } from '@nestjs/platform-express';
import { linger } from './body/linger';
import { answerMalformed, SERVER_OPTIONS } from './body/malformed';
import { expressClasses } from './express-classes';
import type { ServiceRequest } from './request-context';
import type { RouteTable } from './routes';
import { Upgrades } from './upgrades';

/** For responses to accepted requests during shutdown. */
const CLOSE_TIMEOUT_MS = 5_000;

const VERBS = ['get', 'post', 'put', 'patch', 'delete'] as const;

type Register = (path: string, handler: RequestHandler) => unknown;

/** Runs Express on our own server: Nest's accepts no options and cuts connections at shutdown. */
export class ServiceAdapter extends ExpressAdapter {
  #upgrades: Upgrades | null = null;
  /** By the id of their operation. */
  readonly #handlers = new Map<string, RequestHandler>();

  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    app.set('etag', false);
    app.set('x-powered-by', false);
    // Paths are matched exactly before Express, which must not find more.
    app.set('case sensitive routing', true);
    app.set('strict routing', true);
    const handle = inTurn(app);
    const options = { ...SERVER_OPTIONS, ...expressClasses(app) };
    this.httpServer = createServer(options, handle);
    answerMalformed(this.httpServer);
    this.#upgrades = new Upgrades(options, handle);
    this.#upgrades.serve(this.httpServer);
  }

  /**
   * Gives requests of these routes, which `entry` has matched, to the handlers that are registered from now on. Express
   * would try the patterns of all routes, one after another: a tenth of the time of a request.
   */
  serve(routes: RouteTable): void {
    const adapter = this as unknown as Record<(typeof VERBS)[number], Register>;
    for (const verb of VERBS) {
      const register = adapter[verb].bind(this);
      adapter[verb] = (path, handler) => {
        const operation = routes.operationOf(verb.toUpperCase(), path);
        if (operation) this.#handlers.set(operation.id, handler);
        else register(path, handler);
      };
    }
    const handle: RequestHandler = (sent, response, next) => {
      const request = sent as ServiceRequest;
      const handler = this.#handlers.get(request.operation?.id ?? '');
      if (!handler) {
        next();
        return;
      }
      request.params = request.parameters ?? {};
      return handler(request, response, next);
    };
    this.use(handle);
  }

  /** JSON leaves without Express, which would check for an ETag, for freshness and for the character set. */
  override reply(response: Response, body: unknown, statusCode?: number): void {
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
    this.#upgrades?.close();
    const cut = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    clearTimeout(cut);
  }
}

/** What JSON alone represents. */
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
