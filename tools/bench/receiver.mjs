import { Receiver } from '../lib/receiver.mjs';

/** Notes when events arrive and parses no body, so that it costs the measured machine as little as it can. */
export class CountingReceiver extends Receiver {
  /** When each event arrived, epoch milliseconds. */
  received = new Map();

  /** @override */
  take(request, response) {
    this.received.set(request.headers['webhook-id'] ?? this.received.size, Date.now());
    super.take(request, response);
  }
}
