import type { IncomingMessage, ServerResponse } from 'node:http';

/** The connection closes after this time without a byte; a request may last 13 s in all. */
const LINGER_TIMEOUT_MS = 2_000;

/**
 * Lingering close (RFC 9112, 9.6): closing while the client sends may lose the response, so only the writing side is
 * closed. Callers set `shouldKeepAlive`: Node derives the header from it.
 */
export function linger(
  request: IncomingMessage,
  response: ServerResponse,
  timeoutMs = LINGER_TIMEOUT_MS,
): void {
  // Runs before Node's own listener, which closes the connection.
  response.prependOnceListener('finish', () => {
    if (request.complete || response.shouldKeepAlive) return;
    const { socket } = request;
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      let { bytesRead } = socket;
      const timer = setInterval(() => {
        if (socket.bytesRead === bytesRead) destroySoon();
        ({ bytesRead } = socket);
      }, timeoutMs);
      socket.once('close', () => clearInterval(timer));
      request.once('end', destroySoon);
      request.resume();
      socket.end();
    };
  });
}
