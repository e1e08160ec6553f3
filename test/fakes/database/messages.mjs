/** Cuts a stream of PostgreSQL's protocol into messages; a client's begins with start-up packets, which have no type. */
export class Messages {
  #rest = Buffer.alloc(0);
  #hasStartup;

  /** @param {{hasStartup: boolean}} options */
  constructor({ hasStartup }) {
    this.#hasStartup = hasStartup;
  }

  /** @param {Buffer} chunk */
  take(chunk) {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const messages = [];
    for (;;) {
      const head = this.#hasStartup ? 0 : 1;
      if (this.#rest.length < head + 4) return messages;
      const length = head + this.#rest.readInt32BE(head);
      if (this.#rest.length < length) return messages;
      const raw = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      const type = this.#hasStartup ? 'startup' : raw.toString('latin1', 0, 1);
      // A request for TLS has another start-up packet behind it.
      if (this.#hasStartup && raw.readInt32BE(4) >> 16 === 3) this.#hasStartup = false;
      messages.push({ type, raw, body: type === 'startup' ? raw : raw.subarray(5) });
    }
  }
}
