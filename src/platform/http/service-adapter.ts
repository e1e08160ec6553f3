import { createServer, type RequestListener, type Server } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { linger } from './linger';
import { answerMalformed, SERVER_OPTIONS } from './malformed';

/** Requests that were accepted have this long to be answered when the service stops. */
const LAST_ANSWERS_MS = 5_000;

/** Express on a server of our own making: Nest's has no place for the options, and cuts connections off at the end. */
export class ServiceAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const app = this.getInstance<RequestListener & { set(name: string, value: unknown): void }>();
    app.set('etag', false);
    app.set('x-powered-by', false);
    this.httpServer = createServer(SERVER_OPTIONS, inTurn(app));
    answerMalformed(this.httpServer);
  }

  override async close(): Promise<void> {
    const server = this.httpServer as Server;
    const cut = setTimeout(() => {
      server.closeAllConnections();
    }, LAST_ANSWERS_MS);
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeIdleConnections();
    });
    clearTimeout(cut);
  }
}

/**
 * One request of a connection at a time. Node begins all that a client sends ahead at once, and would keep their answers
 * for a client that reads none.
 */
export function inTurn(handle: RequestListener): RequestListener {
  return (request, response) => {
    linger(request, response);
    // A response has its connection once those before it have left.
    if (response.socket === null) {
      response.once('socket', () => {
        handle(request, response);
      });
    } else {
      handle(request, response);
    }
  };
}
