/**
 * The telephone network of a chaos run in a process of its own: it survives the workers, keeps the legs that they
 * ordered, and writes down what it was really asked. The simulated network itself is the service's own.
 *
 * It is as unpleasant as real ones are: answers to orders get lost, facts come twice, late and out of order, and those
 * of a worker that is gone go to another.
 */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { portOf } from '../../lib/free-port.mjs';
import { Random } from '../../lib/random.mjs';

const { CHAOS_DIST = '', CHAOS_SEED = '1', SIMULATOR_SPEED = '1' } = process.env;
const load = createRequire(`${CHAOS_DIST}/src/main.js`);
load('reflect-metadata');
const { TextTalk } = load('./conversation/application/text-talk.js');
const { OfflineDialogue } = load('./conversation/offline/dialogue/offline-dialogue.js');
const { SIMULATORS } = load('./carriers/infrastructure/simulator/simulators.js');

/** A worker that does not acknowledge a fact within this time gets no more until it sends something again. */
const ACKNOWLEDGED_WITHIN_MS = 3_000;

const random = new Random(Number(CHAOS_SEED) + 77);
const carriers = new Map(
  SIMULATORS.map((simulator) => [
    simulator.name,
    simulator.make({
      events: { accept: (_carrier, fact) => take(legs.get(fact.reference), fact) },
      talk: new TextTalk(new OfflineDialogue()),
      now: () => new Date(),
      simulatorSpeed: SIMULATOR_SPEED === 'max' ? Infinity : Number(SIMULATOR_SPEED),
    }),
  ]),
);

/** The orders by reference: who ordered, and the result. Times are epoch milliseconds. */
const legs = new Map();
/** References that were looked up before they were ordered. */
const lookedUp = new Map();
/** Workers that listen for facts. */
const listeners = new Map();
/** Facts that wait for their acknowledgement, by number. */
const unacknowledged = new Map();
let facts = 0;

function order(worker, kind, name, request) {
  const { reference } = request;
  const at = Date.now();
  const known = legs.get(reference);
  if (known) known.orders.push(at);
  const leg = known ?? { reference, kind, carrier: name, worker, number: request.number ?? request.contact };
  if (!known)
    legs.set(reference, Object.assign(leg, { orders: [at], answer: null, endedAt: null, hungUpAt: null }));
  leg.worker = worker;
  if (lookedUp.get(reference) === 'not_received') {
    leg.answer ??= 'fenced';
    return { kind: 'refused', temporary: true, reason: 'The order came after it was said to be unknown' };
  }
  leg.late = lookedUp.has(reference);
  const carrier = carriers.get(name);
  return (kind === 'dial' ? carrier.dial(request) : carrier.bridge(request)).then((answer) => {
    leg.answer = answer.kind;
    return answer;
  });
}

async function take(leg, fact) {
  if (fact.type === 'ended') leg.endedAt ??= fact.at.getTime();
  if (fact.type === 'answered') leg.answeredAt ??= fact.at.getTime();
  await deliver(leg, fact);
  if (random.chance(0.05)) deliver(leg, fact).catch(() => undefined);
  if (random.chance(0.03)) {
    setTimeout(() => deliver(leg, fact).catch(() => undefined), random.between(50, 8_000));
  }
}

/** To the worker that ordered the leg, else to another. Rejects when it was not acknowledged: then it is tried again. */
function deliver(leg, fact) {
  const own = listeners.get(leg.worker);
  const others = [...listeners.values()].filter((listener) => !listener.silent);
  const listener = own && !own.silent ? own : random.pick(others);
  if (!listener) return Promise.reject(new Error('nobody listens'));
  const id = ++facts;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      listener.silent = true;
      unacknowledged.delete(id);
      reject(new Error('not acknowledged'));
    }, ACKNOWLEDGED_WITHIN_MS);
    unacknowledged.set(id, (ok) => {
      clearTimeout(timer);
      unacknowledged.delete(id);
      if (ok) resolve(undefined);
      else reject(new Error('refused'));
    });
    listener.response.write(`${JSON.stringify({ id, carrier: leg.carrier, fact })}\n`);
  });
}

async function lookUp(name, reference) {
  const leg = legs.get(reference);
  const known = await carriers.get(name).lookUp(reference);
  if (known.state !== 'not_found' || leg) return known;
  // Whoever says "never seen" must mean it: such an order is refused from now on. Others only know nothing.
  const answer = reference.charCodeAt(reference.length - 4) % 2 === 0 ? 'not_received' : 'not_found';
  if (!lookedUp.has(reference)) lookedUp.set(reference, answer);
  return { state: lookedUp.get(reference) };
}

async function hangUp(name, reference) {
  const leg = legs.get(reference);
  if (leg) leg.hungUpAt ??= Date.now();
  await carriers.get(name).hangUp(reference);
  return {};
}

function listen(worker, response) {
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
  response.write('\n');
  listeners.set(worker, { response, silent: false });
  response.on('close', () => {
    if (listeners.get(worker)?.response === response) listeners.delete(worker);
  });
}

const does = {
  order: ({ worker, kind, carrier, request }) => order(worker, kind, carrier, request),
  'look-up': ({ carrier, reference }) => lookUp(carrier, reference),
  'hang-up': ({ carrier, reference }) => hangUp(carrier, reference),
  taken: ({ worker, id, ok }) => {
    const listener = listeners.get(worker);
    if (listener) listener.silent = false;
    unacknowledged.get(id)?.(ok);
    return {};
  },
  record: () => ({ legs: [...legs.values()], lookedUp: [...lookedUp] }),
};

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://carrier');
  const action = url.pathname.slice(1);
  if (action === 'facts') return listen(url.searchParams.get('worker'), response);
  const lost = action === 'order' ? random.next() : 1;
  // An order that never arrives.
  if (lost < 0.01) return request.socket.destroy();
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const answer = await does[action]?.(text === '' ? {} : revive(JSON.parse(text)));
  // An order that arrives, and whose answer gets lost.
  if (lost < 0.03) return request.socket.destroy();
  response.end(JSON.stringify(answer ?? {}));
});
server.keepAliveTimeout = 60_000;

/** Instants of a brief travel as text. */
function revive(body) {
  if (body.request?.talk) body.request.talk.now = new Date(body.request.talk.now);
  return body;
}

process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.({ port: portOf(server) }));
