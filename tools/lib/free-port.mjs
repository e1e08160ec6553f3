import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, which could take one before its program does. */
const [FIRST, COUNT] = [21_000, 9_000];

/** Resolves with a TCP port that was free a moment ago. */
export async function freePort() {
  for (;;) {
    const server = createServer().listen(FIRST + Math.floor(Math.random() * COUNT), '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    const port = portOf(server);
    const closed = once(server, 'close');
    server.close();
    await closed;
    return port;
  }
}

/**
 * The port that a server listens on.
 * @param {import('node:net').Server} server
 */
export function portOf(server) {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}
