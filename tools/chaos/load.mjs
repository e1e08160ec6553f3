/** What the numbers end in, and how often: every ending of the simulated network. */
const ENDINGS = {
  1: 10,
  2: 14,
  3: 6,
  4: 8,
  5: 6,
  6: 5,
  7: 8,
  8: 3,
  9: 4,
  10: 4,
  11: 5,
  12: 3,
  13: 5,
  14: 1,
  15: 1,
  other: 17,
};
const OPERATIONS = { call: 62, batch: 5, test: 8, human: 8, cancel: 9, read: 8 };
const CLIENTS = 12;
/** What the poor account gets at a time. */
const TOP_UP = 90;

/**
 * Clients that queue calls of all kinds and write down what was acknowledged. No more calls are under way at a time than
 * the lines can carry off in a few seconds, so that what a kill leaves behind is seen and not hidden in a backlog.
 */
export class Load {
  /** Acknowledged: `{id, account, number, kind, at}`. */
  calls = [];
  humanCalls = [];
  batches = [];
  canceled = new Set();
  /** Requests that were refused for a reason (402, 409), by code. */
  refused = new Map();
  /** Further attempts of acknowledged calls. */
  attempts = 0;
  /** Promises broken in an answer itself. */
  broken = [];
  /** The current limit of calls, so that the load lasts as long as the faults. */
  allowance = Infinity;
  #serial = 0;
  #stopped = false;
  #toppingUp = null;

  constructor({ driver, client, accounts, receiver, random, calls, underWay, retry = null }) {
    this.driver = driver;
    this.client = client;
    this.accounts = accounts;
    this.receiver = receiver;
    this.random = random;
    this.target = calls;
    this.underWay = underWay;
    this.retry = retry;
  }

  /** Calls whose event has not arrived. */
  get pending() {
    return this.calls.length - this.receiver.received;
  }

  get done() {
    return this.calls.length >= this.target;
  }

  async run() {
    await Promise.all(Array.from({ length: CLIENTS }, () => this.#client()));
  }

  stop() {
    this.#stopped = true;
  }

  /** Tops the poor accounts up until `over` says so: their calls go on by themselves. */
  async feed(over) {
    while (!over()) {
      for (const account of this.accounts.filter(({ credits }) => credits < 1_000 && credits > 10)) {
        await this.#topUp(account);
      }
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
  }

  async #client() {
    while (!this.done && !this.#stopped) {
      if (this.pending > this.underWay || this.calls.length >= this.allowance) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      const account = this.accounts[Number(this.random.weighted(this.accounts.map(({ share }) => share)))];
      await this[`_${this.random.weighted(OPERATIONS)}`](account);
    }
  }

  async _call(account, more = {}) {
    const number = this.#number();
    const sent = {
      agent_id: account.agentId,
      phone_number: number,
      metadata: { serial: this.#serial },
      ...(this.retry && { retry: this.retry }),
      ...more,
    };
    const body = await this.#make(account, '/calls', sent);
    if (body)
      this.calls.push({ id: body.id, account, number, kind: more.test ? 'test' : 'ai', at: Date.now() });
  }

  _test(account) {
    return this._call(account, { test: true });
  }

  async _batch(account) {
    const numbers = Array.from({ length: this.random.between(5, 20) }, () => this.#number());
    const calls = numbers.map((phone_number) => ({ phone_number }));
    const retry = this.retry && { retry: this.retry };
    const body = await this.#make(account, '/batches', { agent_id: account.agentId, calls, ...retry });
    if (!body) return;
    if (body.total !== numbers.length)
      this.broken.push(`${body.id}: total ${body.total} of ${numbers.length}`);
    this.batches.push({ id: body.id, account, numbers });
    const all = await this.client.all(account, `/calls?batch_id=${body.id}`);
    const listed = all.filter(({ retry: chain }) => (chain?.attempt ?? 1) === 1);
    for (const { id, phone_number: number } of listed) {
      this.calls.push({ id, account, number, kind: 'ai', at: Date.now() });
    }
    const found = listed.map(({ phone_number }) => phone_number).sort();
    if (found.join() !== [...numbers].sort().join())
      this.broken.push(`${body.id}: other calls than its rows`);
  }

  async _human(account) {
    const body = await this.#make(account, '/human-calls', {
      phone_number: this.#number(),
      counsellor_id: this.random.pick(account.counsellors),
      analyze: this.random.chance(0.3),
    });
    if (body)
      this.humanCalls.push({ id: body.id, account, number: body.phone_number, analyze: body.analyze });
  }

  async _cancel(account) {
    const recent = this.calls.slice(-40).filter((call) => call.account === account);
    if (recent.length === 0) return;
    const { id } = this.random.pick(recent);
    const { status, body } = await this.client.send(account, 'POST', `/calls/${id}/cancel`);
    if (status === 200 && body.status === 'canceled') this.canceled.add(id);
    else if (status !== 409) this.broken.push(`cancel of ${id}: ${status}`);
  }

  async _read(account) {
    const [call] = this.calls.slice(-1);
    if (!call) return;
    const { status } = await this.client.send(call.account, 'GET', `/calls/${call.id}`);
    if (status !== 200) this.broken.push(`${call.id} acknowledged, and read as ${status}`);
    await this.client.send(account, 'GET', '/credits');
  }

  /** Makes one thing, whatever it takes; null when it was refused for a reason. */
  async #make(account, path, sent) {
    const idempotencyKey = this.client.newKey();
    const { status, body } = await this.client.send(account, 'POST', path, sent, { idempotencyKey });
    if (status === 200 || status === 201) {
      // Now and then a client that has lost the answer asks once more.
      if (this.random.chance(0.05)) await this.#again(account, path, sent, idempotencyKey, body.id);
      return body;
    }
    const code = body?.error?.code;
    this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
    if (code === 'insufficient_credits') await this.#topUp(account);
    else if (status !== 409) this.broken.push(`POST ${path}: ${status} ${code}`);
    return null;
  }

  async #again(account, path, sent, idempotencyKey, id) {
    const { status, body } = await this.client.send(account, 'POST', path, sent, { idempotencyKey });
    if (status !== 200 || body.id !== id || body.idempotent_replay !== true) {
      this.broken.push(`POST ${path} again with its key: ${status} ${body?.id}, first ${id}`);
    }
  }

  /** One at a time. When the command fails (PostgreSQL was killed), it is unknown whether it was booked. */
  async #topUp(account) {
    this.#toppingUp ??= this.driver
      .cli('credits', 'top-up', '--account', account.id, '--amount', String(TOP_UP))
      .then(
        () => account.topUps.push({ amount: TOP_UP, sure: true }),
        () => account.topUps.push({ amount: TOP_UP, sure: false }),
      )
      .finally(() => (this.#toppingUp = null));
    await this.#toppingUp;
  }

  /** A number that no other call has. */
  #number() {
    const serial = String(++this.#serial).padStart(5, '0');
    const ending = this.random.weighted(ENDINGS);
    const last = ending === 'other' ? this.random.between(16, 9_999) : Number(ending);
    return `+919${serial}${String(last).padStart(4, '0')}`;
  }
}
