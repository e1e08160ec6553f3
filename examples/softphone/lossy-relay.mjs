import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/**
 * Stands between a leg and the other side and loses packets, each way. The other side is told `port`, the leg sends to
 * `inner`. RTCP, on the odd ports, does not pass.
 */
export class LossyRelay {
  #outer = createSocket('udp4');
  #inner = createSocket('udp4');
  #legPort;
  #remote = null;

  static async open(host, legPort, share) {
    const relay = new LossyRelay(legPort, share);
    await relay.#bind(host);
    return relay;
  }

  constructor(legPort, share) {
    this.#legPort = legPort;
    this.share = share;
  }

  get port() {
    return this.#outer.address().port;
  }

  get inner() {
    return this.#inner.address().port;
  }

  /** Where the other side wants its packets. */
  set remote(remote) {
    this.#remote = remote;
  }

  close() {
    this.#outer.close();
    this.#inner.close();
  }

  async #bind(host) {
    // RTP ports are even.
    do {
      if (this.bound) this.#outer.close();
      this.#outer = createSocket('udp4').bind(0, host);
      await once(this.#outer, 'listening');
      this.bound = true;
    } while (this.port % 2 === 1);
    this.#inner.bind(0, '127.0.0.1');
    await once(this.#inner, 'listening');
    this.#outer.on('message', (bytes) => {
      if (!this.#loses()) this.#inner.send(bytes, this.#legPort, '127.0.0.1');
    });
    this.#inner.on('message', (bytes) => {
      if (this.#remote && !this.#loses()) this.#outer.send(bytes, this.#remote.port, this.#remote.address);
    });
  }

  #loses() {
    return Math.random() < this.share;
  }
}
