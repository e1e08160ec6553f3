const TEXT = { opening_line: 'Namaste {{contact_name}}.', system_prompt: 'Ask one question at a time.' };
/** Never sends to anybody: names below .invalid have no address. */
export const NOWHERE = 'https://conformance.invalid/hook';
/** One for each valid example: Specmatic mutates some more than a hundred times within the minute of the rate limit. */
const KEYS = 100;
const DAY_MS = 86_400_000;
const POLICY = ['--calling-hours', 'always', '--recall-gap-minutes', '0'];
const WIDE = [...POLICY, '--daily-per-number', '1000', '--daily-limit', '100000', '--lines', '20'];

/** Everything that the examples name: accounts, keys and what they own, each in the state that an answer needs. */
export class World {
  tomorrow = new Date(Date.now() + DAY_MS).toISOString();
  usedKey = 'used-before';
  stillCounsellor;
  poorCounsellor;
  #service;
  #numbers = 0;

  constructor(service) {
    this.#service = service;
  }

  /** An unused number whose contact answers and talks. */
  number() {
    return `+9198${String(70_000_000 + ++this.#numbers * 10_000 + 1).slice(0, 8)}`;
  }

  async make() {
    const cli = (...words) => this.#service.cli(...words);
    const [{ id: main }] = await cli('account', 'list');
    await cli('account', 'set', '--account', main, ...WIDE);
    await cli('credits', 'top-up', '--account', main, '--amount', '100000');
    this.key = this.#service.demoKey;
    this.keys = await this.#service.makeKeys(main, KEYS);
    this.spent = this.keys.pop();
    const narrow = (scopes) =>
      cli('key', 'create', '--account', main, '--name', scopes, '--scopes', scopes).then(({ key }) => key);
    this.webhookOnly = await narrow('webhooks:manage');
    this.readOnly = await narrow('calls:read');
    const other = ['key', 'create', '--account', main, '--name', 'Another', '--product', 'another'];
    this.otherProduct = (await cli(...other)).key;
    // Without a line everything waits; without credits everything is refused.
    const account = (name, ...words) =>
      cli('account', 'create', '--name', name, '--with-key', ...POLICY, ...words);
    this.still = await account('Still', '--lines', '0', '--credits', '1000');
    this.poor = await account('Poor', '--credits', '0');
    this.adminEmail = 'admin@conformance.invalid';
    await cli('member', 'add', '--account', main, '--email', this.adminEmail, '--role', 'ADMIN');
    await this.#agentsAndPeople();
    await cli('member', 'add', '--account', main, '--email', this.both.email, '--role', 'STAFF');
    await this.#callsAndTraces();
    return this;
  }

  async #agentsAndPeople() {
    const agent = (name, more, of) => this.post('/v1/agents', { name, ...TEXT, ...more }, of);
    this.agent = await agent('Judged', { language: 'hindi', tts_model: 'google' });
    this.disabled = await agent('Disabled', { enabled: false });
    this.inbound = await agent('Inbound', { direction: 'inbound' });
    this.toDisable = await agent('To disable');
    const counsellor = (name, more, of) =>
      this.post('/v1/counsellors', { name, email: `${name}@conformance.invalid`, ...more }, of);
    const phone = () => ({ mobile_number: this.number() });
    this.counsellor = await counsellor('kabir', { ...phone(), carrier_extension: '1001' });
    this.other = await counsellor('zoya', { ...phone(), carrier_extension: '1002' });
    this.leaving = await counsellor('leaving', phone());
    this.unreachable = await counsellor('unreachable');
    this.both = await counsellor('both', phone());
    for (const [name, { key }] of Object.entries({ still: this.still, poor: this.poor })) {
      await agent(name, {}, key);
      this[`${name}Counsellor`] = await counsellor(name, phone(), key);
    }
  }

  async #callsAndTraces() {
    for (const key of [this.key, this.still.key])
      await this.send('PUT', '/v1/webhook', { url: NOWHERE }, key);
    const call = (more, path = '/v1/calls') => this.post(path, { phone_number: this.number(), ...more });
    const batch = (more) => this.post('/v1/batches', { calls: [{ phone_number: this.number() }], ...more });
    const later = { scheduled_for: this.tomorrow };
    this.call = await call({ test: true });
    this.batch = await batch();
    this.firstHuman = { phone_number: this.number(), counsellor_id: this.counsellor.id };
    this.human = await this.first('/v1/human-calls', this.firstHuman);
    this.waiting = await call(later);
    this.toCancel = await call(later);
    this.batchToCancel = await batch(later);
    this.humanToCancel = await this.post(
      '/v1/human-calls',
      { phone_number: this.number(), counsellor_id: this.stillCounsellor.id },
      this.still.key,
    );
    this.blocked = this.number();
    this.unblocked = this.number();
    for (const number of [this.blocked, this.unblocked]) await this.send('PUT', `/v1/do-not-call/${number}`);
    this.firstAgent = { name: 'First of its key', ...TEXT };
    await this.first('/v1/agents', this.firstAgent);
    await this.#final();
    this.recording = this.call.recording_url.split('/recordings/')[1];
    this.event = (await this.post('/v1/webhook/test')).event_id;
    this.transaction = (await this.get('/v1/credits/transactions')).data[0];
    this.delivery = (await this.get('/v1/webhook/deliveries')).data[0];
  }

  /** The calls are over, with outcome and recording. */
  async #final() {
    for (let tried = 0; tried < 300; tried++) {
      this.call = await this.get(`/v1/calls/${this.call.id}`);
      this.human = await this.get(`/v1/human-calls/${this.human.id}`);
      if (this.call.outcome && this.human.ended_at) return;
      await new Promise((wait) => setTimeout(wait, 100));
    }
    throw new Error('The calls of the conformance run do not end.');
  }

  /** The first request with an Idempotency-Key. */
  first(path, body) {
    return this.send('POST', path, body, this.key, { 'Idempotency-Key': this.usedKey });
  }

  post(path, body, key) {
    return this.send('POST', path, body, key);
  }

  get(path, key) {
    return this.send('GET', path, undefined, key);
  }

  async send(method, path, body, key = this.key, headers = {}) {
    const answer = await fetch(this.#service.url + path, {
      method,
      headers: { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} is refused: ${text}`);
    return JSON.parse(text);
  }
}
