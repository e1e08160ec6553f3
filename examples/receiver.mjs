import { createServer } from 'node:http';
import { createRequire } from 'node:module';

const { Webhook } = createRequire(import.meta.url)('standardwebhooks');

/** A webhook receiver as a customer would write it: verifies each delivery, answers, and skips ids it has handled. */
export async function startReceiver() {
  let verifier;
  const receiver = { verified: 0, rejected: 0, events: new Map() };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    try {
      const event = verifier.verify(Buffer.concat(chunks).toString(), request.headers);
      receiver.verified += 1;
      const ids = receiver.events.get(event.data.id) ?? new Set();
      receiver.events.set(event.data.id, ids.add(event.id));
      response.writeHead(204).end();
    } catch {
      receiver.rejected += 1;
      response.writeHead(400).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  return Object.assign(receiver, {
    port,
    url: `http://127.0.0.1:${port}/webhooks`,
    verifyWith(secret) {
      verifier = new Webhook(secret);
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
}
