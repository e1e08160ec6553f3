/**
 * Loaded before the service (`node --require`): its simulated carriers become orders to the chaos run's network in a
 * process of its own. The service itself has no such switch; what it does behind the carrier's port is untouched.
 */
const http = require('node:http');
const { createRequire } = require('node:module');

const { CHAOS_CARRIER, CHAOS_DIST } = process.env;
const load = createRequire(`${CHAOS_DIST}/src/main.js`);
const domain = load('./telephony/domain/carrier.js');
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const worker = String(process.pid);

/** Those who take facts, by their class: a carrier's callbacks reach a worker that ordered nothing. */
const takers = new Map();
const Facts = domain.CarrierFacts;
domain.CarrierFacts = class extends Facts {
  constructor() {
    super();
    takers.set(this.constructor.name, this);
  }
};

const { Carriers } = load('./telephony/application/carriers.js');
const find = Carriers.prototype.find;
const remotes = new Map();
Carriers.prototype.find = function (name) {
  const own = find.call(this, name);
  if (!own) return undefined;
  if (!remotes.has(name)) remotes.set(name, new RemoteCarrier(own));
  return remotes.get(name);
};

class RemoteCarrier extends domain.Carrier {
  /** @param own the simulated carrier that this one stands in for: what it can do, and how fast it is */
  constructor(own) {
    super();
    this.own = own;
    this.name = own.name;
    this.capabilities = own.capabilities;
  }

  dial(request) {
    return this.#order('dial', request);
  }

  connectTwo(request) {
    return this.#order('connect', request);
  }

  lookUp(reference) {
    return ask('look-up', { carrier: this.name, reference }).then(revive);
  }

  async hangUp(reference) {
    await ask('hang-up', { carrier: this.name, reference });
  }

  waitMs(networkMs) {
    return this.own.waitMs(networkMs);
  }

  networkMs(realMs) {
    return this.own.networkMs(realMs);
  }

  async #order(kind, request) {
    try {
      return await ask('order', { worker, kind, carrier: this.name, request });
    } catch (error) {
      return { kind: 'unknown', reason: error.message };
    }
  }
}

function ask(action, body) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${CHAOS_CARRIER}/${action}`,
      { method: 'POST', agent, timeout: 5_000 },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (text += chunk));
        response.on('error', reject);
        response.on('end', () => resolve(JSON.parse(text)));
      },
    );
    request.on('error', reject);
    request.on('timeout', () => request.destroy(new Error('no answer in 5 s')));
    request.end(JSON.stringify(body));
  });
}

function revive(known) {
  if (known.end?.answeredAt) known.end.answeredAt = new Date(known.end.answeredAt);
  return known;
}

/** Facts come on one long answer; each is acknowledged once it is stored. */
function listen() {
  const again = () => setTimeout(listen, 200).unref();
  const request = http.get(`${CHAOS_CARRIER}/facts?worker=${worker}`, (response) => {
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop();
      for (const line of lines) if (line !== '') void take(JSON.parse(line));
    });
    response.on('close', again);
    response.on('error', () => undefined);
  });
  request.on('error', again);
  request.on('socket', (socket) => socket.unref());
}

async function take({ id, fact }) {
  const taker = takers.get(fact.reference.startsWith('hcall_') ? 'HumanCallProgress' : 'CallProgress');
  let ok = true;
  try {
    if (!taker) throw new Error('not ready yet');
    const end = fact.end && revive(fact).end;
    await taker.take({ ...fact, at: new Date(fact.at), ...(end && { end }) });
  } catch {
    ok = false;
  }
  await ask('taken', { worker, id, ok }).catch(() => undefined);
}

if (process.env.ROLE === 'worker') listen();
