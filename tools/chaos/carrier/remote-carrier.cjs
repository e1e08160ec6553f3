/**
 * Loaded before the service (`node --require` of preload.cjs): the registry makes carriers whose orders go to the chaos
 * run's network, in a process of its own. The service itself has no such switch, and nothing behind the carrier's port
 * is changed.
 */
const http = require('node:http');
const { createRequire } = require('node:module');

const { CHAOS_CARRIER, CHAOS_DIST } = process.env;
const load = createRequire(`${CHAOS_DIST}/src/main.js`);
const { Carrier } = load('./carriers/domain/carrier.js');
const { CARRIERS } = load('./carriers/application/carrier-registry.js');
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const worker = String(process.pid);

/** Where facts go; a carrier's callbacks reach a worker that ordered nothing, too. */
let facts = null;

for (const entry of CARRIERS) {
  const { make } = entry;
  entry.make = (deps) => {
    facts = deps.events;
    const own = make.call(entry, deps);
    // null: this process does not dial it.
    return own && new RemoteCarrier(own);
  };
}

class RemoteCarrier extends Carrier {
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

  bridge(request) {
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

  close() {
    this.own.close();
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
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') void take(JSON.parse(line));
    });
    response.on('close', again);
    response.on('error', () => undefined);
  });
  request.on('error', again);
  request.on('socket', (socket) => socket.unref());
}

async function take({ id, carrier, fact }) {
  let ok = true;
  try {
    if (!facts) throw new Error('not ready yet');
    const end = fact.end && revive(fact).end;
    await facts.accept(carrier, { ...fact, at: new Date(fact.at), ...(end && { end }) });
  } catch {
    ok = false;
  }
  await ask('taken', { worker, id, ok }).catch(() => undefined);
}

if (process.env.ROLE === 'worker') listen();
