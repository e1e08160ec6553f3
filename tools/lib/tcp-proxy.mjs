import { connect, createServer } from 'node:net';
import { portOf } from './free-port.mjs';

/** The wire between the service and PostgreSQL, to be cut, delayed and made deaf. */
export class TcpProxy {
  #pairs = new Set();
  #server;
  #open = true;
  #delayMs = 0;
  #paused = false;

  /** @param {number} target a port of this machine */
  constructor(target) {
    this.target = target;
    this.#server = createServer({ allowHalfOpen: false }, (client) => {
      this.#accept(client);
    });
  }

  /** Resolves with the port. */
  async start() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', () => resolve(undefined)));
    return portOf(this.#server);
  }

  /** Breaks every connection; new ones are taken, as after a router's restart. */
  cut() {
    for (const pair of this.#pairs) pair.break();
  }

  /** Leads new connections to another port, as a virtual address that moves; the old ones break. */
  switchTo(port) {
    this.target = port;
    this.cut();
  }

  /** Breaks every connection and takes no new ones until `restore`. */
  goAway() {
    this.#open = false;
    this.cut();
  }

  /** Delays each chunk of data from now on. */
  delay(ms) {
    this.#delayMs = ms;
  }

  /** Connections stay open and carry nothing any more, for ever, as when a firewall forgot them. New ones work. */
  deafen() {
    for (const pair of this.#pairs) pair.deaf = true;
  }

  /** Nothing arrives until `restore`, then all of it, on old connections and new ones. */
  pause() {
    this.#paused = true;
    for (const pair of this.#pairs) pair.pause();
  }

  restore() {
    this.#open = true;
    this.#delayMs = 0;
    this.#paused = false;
    for (const pair of this.#pairs) pair.resume();
  }

  async stop() {
    this.goAway();
    await new Promise((resolve) => this.#server.close(() => resolve(undefined)));
  }

  #accept(client) {
    if (!this.#open) {
      client.on('error', () => undefined);
      client.resetAndDestroy();
      return;
    }
    const server = connect(this.target, '127.0.0.1');
    const pair = {
      deaf: false,
      pause: () => {
        client.pause();
        server.pause();
      },
      resume: () => {
        client.resume();
        server.resume();
      },
      break: () => {
        this.#pairs.delete(pair);
        client.destroy();
        server.destroy();
      },
    };
    this.#pairs.add(pair);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ]) {
      from.setNoDelay(true);
      from.on('data', (chunk) => this.#carry(pair, from, to, chunk));
      from.on('error', () => undefined);
      from.on('close', () => {
        if (!pair.deaf) pair.break();
      });
    }
    if (this.#paused) pair.pause();
  }

  #carry(pair, from, to, chunk) {
    if (pair.deaf) return;
    if (this.#delayMs > 0) {
      // Timers of one length fire in order, and a shorter one must not overtake: so it waits for what waits already.
      const due = Math.max(performance.now() + this.#delayMs, from.lastDue ?? 0);
      from.lastDue = due;
      setTimeout(() => {
        if (!pair.deaf && to.writable) to.write(chunk);
      }, due - performance.now());
    } else if ((from.lastDue ?? 0) > performance.now()) {
      setTimeout(() => {
        if (!pair.deaf && to.writable) to.write(chunk);
      }, from.lastDue - performance.now());
    } else if (to.writable && !to.write(chunk)) {
      from.pause();
      to.once('drain', () => from.resume());
    }
  }
}
