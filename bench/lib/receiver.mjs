import { createServer } from 'node:http';

/** A receiver of webhooks that answers 200 at once; `received` are the instants of their arrival, by event. */
export async function startReceiver() {
  const received = new Map();
  const server = createServer((request, response) => {
    received.set(request.headers['webhook-id'] ?? received.size, Date.now());
    request.resume();
    request.once('end', () => response.end());
  });
  server.keepAliveTimeout = 60_000;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    url: `http://127.0.0.1:${server.address().port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
