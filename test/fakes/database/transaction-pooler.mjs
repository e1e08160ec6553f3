import { createRequire } from 'node:module';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Messages } from './messages.mjs';

const require = createRequire(import.meta.url);
/** @type {typeof import('pg')} */
const { Client } = require('pg');

const AUTHENTICATION_OK = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 1]);
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const SSL_REQUEST = 80_877_103;

/** What PgBouncer keeps for itself, and passes to no server. */
const KNOWN = ['user', 'database', 'client_encoding', 'application_name', 'replication'];

/**
 * Stands in for PgBouncer's transaction mode: a server connection is a client's for a transaction alone, a random one each
 * time. It refuses or drops start options, may forget prepared statements, and may stall.
 */
export class TransactionPooler {
  /** @type {Set<import('node:net').Socket>} */
  #sockets = new Set();
  /** @type {Link[]} */
  #links = [];
  /** @type {(() => void)[]} */
  #waiting = [];
  /** The parameters of the first server connection, sent to each client that signs in. @type {Buffer[] | null} */
  #parameters = null;
  #server;
  #stalled = false;

  /**
   * @param {string} target URL of the server
   * @param {{size?: number, dropsOptions?: boolean, forgets?: boolean, keepsSession?: boolean}} [options] `dropsOptions`:
   *   instead of refusing them; `forgets`: statements after each transaction; `keepsSession`: a server for each client
   */
  constructor(target, { size = 4, dropsOptions = false, forgets = false, keepsSession = false } = {}) {
    this.target = target;
    this.size = size;
    this.dropsOptions = dropsOptions;
    this.forgets = forgets;
    this.keepsSession = keepsSession;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  /** Resolves with the URL to use instead of the target's. */
  async start() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const url = new URL(this.target);
    url.host = `127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (this.#server.address()).port}`;
    return url.href;
  }

  /** Clients get no server any more. */
  stall() {
    this.#stalled = true;
  }

  goOn() {
    this.#stalled = false;
    for (const next of this.#waiting.splice(0)) next();
  }

  /** As when it is killed, and started again at once. */
  breakConnections() {
    for (const socket of this.#sockets) socket.destroy();
    for (const { stream } of this.#links) stream?.destroy();
  }

  async stop() {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    for (const { stream } of this.#links) stream?.destroy();
  }

  #accept(socket) {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    const client = { socket, link: /** @type {Link | null} */ (null), owed: 0, held: [], isTaking: false };
    const messages = new Messages({ hasStartup: true });
    socket.on('data', (chunk) => {
      for (const message of messages.take(chunk)) this.#fromClient(client, message);
    });
    socket.on('close', () => {
      this.#sockets.delete(socket);
      // As PgBouncer does: what the client left open is nobody else's.
      if (client.link) this.#discard(client.link);
      client.link = null;
    });
  }

  #fromClient(client, message) {
    if (message.type === 'startup') this.#startUp(client, message.body);
    else if (message.type === 'X') client.socket.end();
    else {
      client.held.push(message);
      void this.#send(client);
    }
  }

  #startUp({ socket }, body) {
    if (body.readInt32BE(4) === SSL_REQUEST) {
      socket.write('N');
      return;
    }
    const names = body
      .toString('utf8', 8)
      .split('\0')
      .filter((_, at) => at % 2 === 0);
    const unknown = names.find((name) => name !== '' && !KNOWN.includes(name));
    if (unknown && !this.dropsOptions) {
      socket.end(failure(`unsupported startup parameter: ${unknown}`));
      return;
    }
    void this.#signIn(socket).catch(() => socket.destroy());
  }

  /** Only the first client waits for a server. */
  async #signIn(socket) {
    if (!this.#parameters) {
      const link = await this.#link();
      this.#parameters = link.parameters;
      this.#free(link);
    }
    socket.write(Buffer.concat([AUTHENTICATION_OK, ...(this.#parameters ?? []), KEY_DATA, READY]));
  }

  async #send(client) {
    if (client.isTaking) return;
    if (!client.link) {
      client.isTaking = true;
      const link = await this.#link().catch(() => null);
      client.isTaking = false;
      if (!link || client.socket.destroyed) {
        if (link) this.#free(link);
        client.socket.destroy();
        return;
      }
      client.link = link;
      link.client = client;
    }
    for (const { type, raw } of client.held.splice(0)) {
      if (type === 'Q' || type === 'S') client.owed++;
      client.link.stream.write(raw);
    }
  }

  #fromServer(link, { type, raw, body }) {
    const { client } = link;
    if (!client) return;
    client.socket.write(raw);
    if (type !== 'Z') return;
    client.owed--;
    const isIdle = body.toString('latin1') === 'I';
    if (this.keepsSession || client.owed > 0 || !isIdle || client.held.length > 0) return;
    client.link = null;
    link.client = null;
    if (this.forgets) this.#discard(link);
    else this.#free(link);
  }

  /** A free server connection, at random. @returns {Promise<Link>} */
  async #link() {
    for (;;) {
      const free = this.#links.filter(({ isFree }) => isFree);
      const link = free[Math.floor(Math.random() * free.length)];
      if (!this.#stalled && this.#links.length < this.size && free.length < 2) return await this.#connect();
      if (!this.#stalled && link) {
        link.isFree = false;
        return link;
      }
      await new Promise((next) => this.#waiting.push(() => next(undefined)));
    }
  }

  /** pg signs in; what follows is read here. */
  async #connect() {
    const link = /** @type {Link} */ ({ stream: null, isFree: false, client: null, parameters: [] });
    this.#links.push(link);
    const { url } = { url: new URL(this.target) };
    url.searchParams.delete('options');
    const client = new Client({ connectionString: url.href });
    client.on('error', () => undefined);
    client.connection.on('parameterStatus', ({ parameterName, parameterValue }) =>
      link.parameters.push(parameterStatus(parameterName, parameterValue)),
    );
    try {
      await client.connect();
    } catch (error) {
      this.#links = this.#links.filter((one) => one !== link);
      throw error;
    }
    link.stream = client.connection.stream;
    link.stream.removeAllListeners('data');
    const messages = new Messages({ hasStartup: false });
    link.stream.on('data', (chunk) => {
      for (const message of messages.take(chunk)) this.#fromServer(link, message);
    });
    link.stream.on('close', () => {
      this.#links = this.#links.filter((one) => one !== link);
      link.client?.socket.destroy();
      this.#waiting.shift()?.();
    });
    return link;
  }

  #free(link) {
    link.isFree = true;
    this.#waiting.shift()?.();
  }

  #discard(link) {
    link.client = null;
    this.#links = this.#links.filter((one) => one !== link);
    link.stream.destroy();
    this.#waiting.shift()?.();
  }
}

function parameterStatus(name, value) {
  return packet('S', `${name}\0${value}\0`);
}

function failure(message) {
  return packet('E', `SFATAL\0VFATAL\0C08P01\0M${message}\0\0`);
}

function packet(type, text) {
  const body = Buffer.from(text);
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/**
 * @typedef {object} Link
 * @property {any} stream a socket
 * @property {boolean} isFree
 * @property {any} client whose transaction it carries
 * @property {Buffer[]} parameters
 */
