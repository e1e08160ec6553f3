import type { IncomingMessage, ServerResponse } from 'node:http';

/** So long is what a client still sends read and thrown away. */
const LINGER_MS = 2_000;

/**
 * RFC 9112, 9.6: a connection that is closed while its client still sends is reset, and the client may never see the answer.
 * One that ends with an answer before the whole request came is closed for writing only, until the rest has come. Whoever
 * ends it sets `shouldKeepAlive`, of which Node makes the header; of the header alone nothing is seen here.
 */
export function linger(request: IncomingMessage, response: ServerResponse, patienceMs = LINGER_MS): void {
  // Before Node's own listener, which closes the connection.
  response.prependOnceListener('finish', () => {
    if (request.complete || response.shouldKeepAlive) return;
    const { socket } = request;
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      const timer = setTimeout(destroySoon, patienceMs);
      socket.once('close', () => {
        clearTimeout(timer);
      });
      request.once('end', destroySoon);
      request.resume();
      socket.end();
    };
  });
}
