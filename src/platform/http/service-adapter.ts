import { createServer, type RequestListener, type Server } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { linger } from './body/linger';
import { answerMalformed, SERVER_OPTIONS } from './body/malformed';
import { Upgrades } from './upgrades';

/** For responses to accepted requests during shutdown. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Runs Express on our own server: Nest's accepts no options and cuts connections at shutdown. */
export class ServiceAdapter extends ExpressAdapter {
  #upgrades: Upgrades | null = null;

  override initHttpServer(): void {
    const app = this.getInstance<RequestListener & { set(name: string, value: unknown): void }>();
    app.set('etag', false);
    app.set('x-powered-by', false);
    // Paths are matched exactly before Express, which must not find more.
    app.set('case sensitive routing', true);
    app.set('strict routing', true);
    const handle = inTurn(app);
    this.httpServer = createServer(SERVER_OPTIONS, handle);
    answerMalformed(this.httpServer);
    this.#upgrades = new Upgrades(handle);
    this.#upgrades.serve(this.httpServer);
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

/** Handles pipelined requests of a connection one at a time. Node would start all at once, and buffer the responses. */
export function inTurn(handle: RequestListener): RequestListener {
  return (request, response) => {
    linger(request, response);
    // A response gets its socket after those before it were sent.
    if (response.socket === null) {
      response.once('socket', () => handle(request, response));
    } else {
      handle(request, response);
    }
  };
}
