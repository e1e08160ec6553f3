import { createServer } from 'node:http';
import { portOf } from './free-port.mjs';

/** A webhook endpoint on this machine that takes everything; a tool's own does more with a delivery. */
export class Receiver {
  #server = createServer((request, response) => void this.take(request, response));

  constructor() {
    // A sender keeps its connections: to close them would be a failure of its own.
    this.#server.keepAliveTimeout = 60_000;
  }

  async start() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', () => resolve(undefined)));
    return this;
  }

  async stop() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(() => resolve(undefined)));
  }

  /** The receiver's address; `path` begins with a slash. */
  url(path = '') {
    return `http://127.0.0.1:${portOf(this.#server)}${path}`;
  }

  /**
   * Reads a delivery and answers it.
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   * @returns {void | Promise<void>}
   */
  take(request, response) {
    request.resume();
    request.once('end', () => response.end());
  }
}
