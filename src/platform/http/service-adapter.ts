import { createServer, type Server } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { answerMalformed, SERVER_OPTIONS } from './malformed';

/** Requests that were accepted have this long to be answered when the service stops. */
const LAST_ANSWERS_MS = 5_000;

/** Express on a server of our own making: Nest's has no place for the options, and cuts connections off at the end. */
export class ServiceAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const app = this.getInstance<
      Parameters<typeof createServer>[1] & { set(name: string, value: unknown): void }
    >();
    app.set('etag', false);
    app.set('x-powered-by', false);
    this.httpServer = createServer(SERVER_OPTIONS, app);
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
