import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Two sockets at an even port and the next one, for RTP and RTCP. */
async function pairOn(host) {
  for (;;) {
    const rtp = createSocket('udp4').bind(0, host);
    await once(rtp, 'listening');
    const { port } = rtp.address();
    const rtcp = createSocket('udp4');
    if (port % 2 === 0) {
      try {
        rtcp.bind(port + 1, host);
        await once(rtcp, 'listening');
        return { rtp, rtcp, port };
      } catch {
        // Taken by another program.
      }
    }
    for (const socket of [rtp, rtcp]) socket.close();
  }
}

/**
 * Stands between a leg and the other side and loses packets, each way. The other side is told `port`, the leg sends to
 * `inner`. RTCP passes whole.
 */
export class LossyRelay {
  #outer;
  #inner;
  #legPort;
  #remote = null;

  static async open(host, legPort, share) {
    const relay = new LossyRelay(legPort, share);
    await relay.#open(host);
    return relay;
  }

  constructor(legPort, share) {
    this.#legPort = legPort;
    this.share = share;
  }

  get port() {
    return this.#outer.port;
  }

  get inner() {
    return this.#inner.port;
  }

  /** Where the other side wants its packets. */
  set remote(remote) {
    this.#remote = remote;
  }

  close() {
    for (const { rtp, rtcp } of [this.#outer, this.#inner]) {
      rtp.close();
      rtcp.close();
    }
  }

  async #open(host) {
    this.#outer = await pairOn(host);
    this.#inner = await pairOn('127.0.0.1');
    const [outer, inner] = [this.#outer, this.#inner];
    outer.rtp.on('message', (bytes) => {
      if (!this.#loses()) inner.rtp.send(bytes, this.#legPort, '127.0.0.1');
    });
    inner.rtp.on('message', (bytes) => {
      if (this.#remote && !this.#loses()) outer.rtp.send(bytes, this.#remote.port, this.#remote.address);
    });
    outer.rtcp.on('message', (bytes) => inner.rtcp.send(bytes, this.#legPort + 1, '127.0.0.1'));
    inner.rtcp.on('message', (bytes) => {
      if (this.#remote) outer.rtcp.send(bytes, this.#remote.port + 1, this.#remote.address);
    });
  }

  #loses() {
    return Math.random() < this.share;
  }
}
