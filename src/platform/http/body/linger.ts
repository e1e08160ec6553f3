import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long the rest of a request is read and discarded. */
const LINGER_TIMEOUT_MS = 2_000;

/**
 * Lingering close (RFC 9112, 9.6): closing a connection while its client still sends resets it, and the client may miss
 * the answer. So when an answer ends before the whole request arrived, only the writing side is closed until the rest
 * came. Callers set `shouldKeepAlive`, from which Node derives the header; the header alone is not seen here.
 */
export function linger(
  request: IncomingMessage,
  response: ServerResponse,
  timeoutMs = LINGER_TIMEOUT_MS,
): void {
  // Before Node's own listener, which closes the connection.
  response.prependOnceListener('finish', () => {
    if (request.complete || response.shouldKeepAlive) return;
    const { socket } = request;
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      const timer = setTimeout(destroySoon, timeoutMs);
      socket.once('close', () => clearTimeout(timer));
      request.once('end', destroySoon);
      request.resume();
      socket.end();
    };
  });
}
