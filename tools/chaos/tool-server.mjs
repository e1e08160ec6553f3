import { Receiver } from '../lib/receiver.mjs';

/** How a server of tools behaves, and how often: `silent` never answers. */
const MOODS = { quick: 5, slow: 10, broken: 3, silent: 2 };
const SLOW_MS = [200, 3_000];

/** The server of an agent's tools: it records each request, and is slow or broken as real ones are. */
export class ToolServer extends Receiver {
  /** Requests by invocation id: path, call, and their times in epoch milliseconds. */
  requests = new Map();
  /** Requests that are not answered yet. */
  open = 0;
  #random;

  /** @param {import('../lib/random.mjs').Random} random */
  constructor(random) {
    super();
    this.#random = random;
  }

  /** @override */
  async take(request, response) {
    const chunks = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // The sender died in the middle of it.
      return;
    }
    const id = String(request.headers['idempotency-key']);
    const { call } = JSON.parse(Buffer.concat(chunks).toString());
    const known = this.requests.get(id) ?? { path: request.url, callId: call?.id, at: [] };
    known.at.push(Date.now());
    this.requests.set(id, known);
    this.open += 1;
    response.once('close', () => (this.open -= 1));
    const mood = this.#random.weighted(MOODS);
    if (mood === 'silent') return;
    if (mood !== 'quick')
      await new Promise((resolve) => setTimeout(resolve, this.#random.between(...SLOW_MS)));
    response.writeHead(mood === 'broken' ? 500 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ status: 'booked', day: 'Friday' }));
  }
}
