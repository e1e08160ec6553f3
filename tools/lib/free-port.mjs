import { createServer } from 'node:net';

/** Resolves with a TCP port that was free a moment ago. */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const port = portOf(server);
      server.close(() => resolve(port));
    });
  });
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
