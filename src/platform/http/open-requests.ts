import type { Server, ServerResponse } from 'node:http';

/** The limit for connections without a whole request. */
const IDLE_TIMEOUT_MS = 5_000;
/** The limit for responses to whole requests: an attempt of a webhook lasts 10 s, one of a tool 15 s. */
const RESPONSE_TIMEOUT_MS = 16_000;

/** Requests without their response, which a shutdown awaits. */
export class OpenRequests {
  readonly #responses = new Set<ServerResponse>();
  #isClosing = false;
  #onResponse: () => void = () => undefined;

  add(response: ServerResponse): void {
    const { socket } = response.req;
    this.#responses.add(response);
    if (this.#isClosing) response.shouldKeepAlive = false;
    response.once('close', () => {
      this.#responses.delete(response);
      if (this.#isClosing) socket.destroySoon();
      this.#onResponse();
    });
  }

  /** @param servers the one that listens first; others serve connections that it accepted */
  async close(servers: readonly [Server, ...Server[]]): Promise<void> {
    this.#isClosing = true;
    for (const response of this.#responses) response.shouldKeepAlive = false;
    const cut = (): void => servers.forEach((server) => server.closeAllConnections());
    const cutIdle = (): void => {
      if (![...this.#responses].some(({ req }) => req.complete)) cut();
    };
    const timers = [
      setTimeout(() => {
        this.#onResponse = cutIdle;
        cutIdle();
      }, IDLE_TIMEOUT_MS),
      setTimeout(cut, RESPONSE_TIMEOUT_MS),
    ];
    await new Promise<void>((resolve) => {
      servers[0].close(() => resolve());
      servers.forEach((server) => server.closeIdleConnections());
    });
    timers.forEach((timer) => clearTimeout(timer));
  }
}
