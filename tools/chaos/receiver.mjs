import { Webhook } from 'standardwebhooks';
import { Receiver } from '../lib/receiver.mjs';

/**
 * The endpoint of all accounts of a run, one path each. It writes down what really arrived, verifies every signature,
 * and fails some deliveries on purpose; only what it answered with 200 counts as received.
 */
export class EventReceiver extends Receiver {
  /** Received events by call id and event id. */
  events = new Map();
  /** Every event id with its deliveries. */
  deliveries = new Map();
  /** @type {string[]} */
  badSignatures = [];
  #verifiers = new Map();
  #random;
  #arrivals = [];

  /** @param {import('../lib/random.mjs').Random} random */
  constructor(random) {
    super();
    this.#random = random;
  }

  /** From now on deliveries for this path are verified with this secret. */
  trust(name, secret) {
    this.#verifiers.set(`/${name}`, new Webhook(secret));
  }

  /** How many calls have their event. */
  get received() {
    return this.events.size;
  }

  /** When the last new event arrived, epoch milliseconds. */
  get lastNewAt() {
    return this.#arrivals.at(-1) ?? 0;
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
    const mood = this.#random.next();
    if (mood < 0.02) {
      request.socket.destroy();
      return;
    }
    const body = Buffer.concat(chunks).toString();
    const eventId = request.headers['service-event-id'];
    let event;
    try {
      event = this.#verifiers.get(request.url)?.verify(body, request.headers);
    } catch {
      this.badSignatures.push(String(eventId));
    }
    // A receiver that fails after it has seen the event: the next delivery is a repeat.
    response.writeHead(mood < 0.05 ? 500 : 200).end();
    if (mood < 0.05 || !event || event.type === 'webhook.test') return;
    this.deliveries.set(eventId, (this.deliveries.get(eventId) ?? 0) + 1);
    const ofCall = this.events.get(event.data.id) ?? new Map();
    const known = ofCall.get(eventId);
    if (!known) {
      this.#arrivals.push(Date.now());
      ofCall.set(eventId, { type: event.type, status: event.data.status, idInBody: event.id, body });
    } else if (known.body !== body) {
      known.bodiesDiffer = true;
    }
    this.events.set(event.data.id, ofCall);
  }
}
