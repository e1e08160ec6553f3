import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connection closes after this time without a byte. */
const LINGER_TIMEOUT_MS = 2_000;
/** A client that sends on is disconnected after this many timeouts: Node closes a well-formed request after 13 s. */
const MAX_TIMEOUTS = 7;

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
      closeWhenQuiet(socket, destroySoon, timeoutMs);
      request.once('end', destroySoon);
      request.resume();
      socket.end();
    };
  });
}

/** Calls `close` once the peer has sent nothing for `timeoutMs`, and after {@link MAX_TIMEOUTS} of them at the latest. */
export function closeWhenQuiet(socket: Socket, close: () => void, timeoutMs = LINGER_TIMEOUT_MS): void {
  let { bytesRead } = socket;
  let timeouts = 0;
  const timer = setInterval(() => {
    timeouts += 1;
    if (socket.bytesRead === bytesRead || timeouts === MAX_TIMEOUTS) close();
    ({ bytesRead } = socket);
  }, timeoutMs);
  socket.once('close', () => clearInterval(timer));
}
