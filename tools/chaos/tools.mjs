import { makeAccount } from './accounts.mjs';
import { promise } from './checks.mjs';
import { Client } from './client.mjs';
import { EventReceiver } from './receiver.mjs';
import { countsOf } from './report.mjs';
import { ChaosDriver } from './chaos-driver.mjs';
import { ToolServer } from './tool-server.mjs';
import { Random } from '../lib/random.mjs';

const PLAN = { name: 'tools', lines: 30, credits: 1_000_000, carrier: 'simulator' };
/** A round waits for so many open requests before it kills a worker. */
const OPEN_AT_A_KILL = 5;
/** After this time without progress a round goes on as it is. */
const ROUND_MS = 30_000;
/** What still runs 60 s after its call's end is `unknown` by the next sweep. */
const SETTLED_WITHIN_MS = 180_000;
const FINAL = 'completed,no_answer,busy,failed,canceled,expired'.split(',');

/** The talks run in the workers here: the one that is killed loses those that wait for a tool. */
export class ToolDriver extends ChaosDriver {
  /** @override */
  preload = [];
}

export const settings = { TOOLS_ALLOW_HTTP: 'true', TOOLS_ALLOW_CIDRS: '127.0.0.0/8' };

/** kill -9 of a worker while tools run: no request is repeated, each call has one final event. */
export async function tools(driver, { seed, rounds, calls, say }) {
  const random = new Random(seed);
  const server = await new ToolServer(new Random(seed + 1)).start();
  const receiver = await new EventReceiver(new Random(seed + 2)).start();
  const client = new Client(() => driver.origins, new Random(seed + 3));
  const account = await makeAccount(driver, client, receiver, PLAN, 8);
  await giveTools(client, account, server);
  const made = [];
  let hit = 0;
  for (let round = 1; round <= rounds; round++) {
    const share = Math.ceil(calls / rounds);
    for (let at = 0; at < share; at++) made.push(await makeCall(client, account, made.length));
    if (await until(() => server.open >= OPEN_AT_A_KILL, ROUND_MS)) hit += 1;
    random.pick(driver.workers).kill9();
    say(`round ${round}: ${made.length} calls, ${server.requests.size} requests, ${server.open} open`);
    await until(() => receiver.received >= made.length - share / 2, ROUND_MS);
  }
  await until(() => receiver.received >= made.length, SETTLED_WITHIN_MS);
  const uses = await usesOf(client, account, made);
  const shown = await client.all(account, '/calls');
  const audit = await driver.cli('audit');
  await Promise.all([server.stop(), receiver.stop()]);
  return {
    facts: { calls: made.length, requests: server.requests.size, 'kills that met open requests': hit },
    uses: countsOf(uses.map(({ status }) => status)),
    statuses: countsOf(shown.map(({ status }) => status)),
    checks: checksOf({ server, receiver, made, shown, uses, audit, hit, rounds }),
  };
}

async function giveTools(client, account, server) {
  const base = { kind: 'http', timeout_seconds: 5, fixed_arguments: { call: '{{call_id}}' } };
  const bodies = [
    {
      ...base,
      name: 'book_slot',
      description: 'Books a slot.',
      url: server.url('/write'),
      offline: { phrases: ['book my slot'], say: 'It is on {{result.day}}.' },
    },
    {
      ...base,
      name: 'customer',
      description: 'Reads the customer.',
      url: server.url('/read'),
      effect: 'read',
      when: 'before',
      provides: ['status'],
    },
  ];
  const ids = [];
  for (const body of bodies) {
    const answer = await client.send(account, 'POST', '/tools', body, { idempotencyKey: client.newKey() });
    if (answer.status > 201) throw new Error(`POST /tools: ${answer.status} ${JSON.stringify(answer.body)}`);
    ids.push(answer.body.id);
  }
  const { status } = await client.send(account, 'PATCH', `/agents/${account.agentId}`, { tool_ids: ids });
  if (status !== 200) throw new Error(`PATCH /agents: ${status}`);
}

/** The contact of the number repeats the phrase of the agent's tool. @returns the call's id */
async function makeCall(client, account, at) {
  const phone_number = `+919${String(at).padStart(5, '0')}0016`;
  const sent = { agent_id: account.agentId, phone_number };
  const answer = await client.send(account, 'POST', '/calls', sent, { idempotencyKey: client.newKey() });
  if (answer.status > 201) throw new Error(`POST /calls: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.id;
}

/** The uses of all calls, once none runs any more. */
async function usesOf(client, account, made) {
  for (const begun = Date.now(); ;) {
    const uses = [];
    for (const id of made) {
      const { body } = await client.send(account, 'GET', `/calls/${id}/tools`);
      uses.push(...body.data);
    }
    const isOver = uses.every(({ status }) => status !== 'running');
    if (isOver || Date.now() - begun > SETTLED_WITHIN_MS) return uses;
    await pause(5_000);
  }
}

function checksOf({ server, receiver, made, shown, uses, audit, hit, rounds }) {
  const byId = new Map(uses.map((use) => [use.id, use]));
  const requests = [...server.requests];
  return [
    promise('no request was sent twice', requests, ([id, { path, at }]) =>
      at.length === 1 ? null : `${id} ${path}: ${at.length} times`,
    ),
    promise('each request has its row', requests, ([id]) => (byId.has(id) ? null : id)),
    promise('one write at most for a call', writesOf(requests), ([callId, ids]) =>
      ids.length === 1 ? null : `${callId}: ${ids.join(' ')}`,
    ),
    promise('no use of a tool runs any more', uses, ({ id, status }) => (status === 'running' ? id : null)),
    promise('every call is final', shown, ({ id, status }) =>
      FINAL.includes(status) ? null : `${id}: ${status}`,
    ),
    promise('one event for each call', made, (id) => {
      const events = receiver.events.get(id)?.size ?? 0;
      return events === 1 ? null : `${id}: ${events}`;
    }),
    promise('kills met open requests', [hit], () => (hit > rounds / 2 ? null : `${hit} of ${rounds}`)),
    ...audit.checks.map(({ name, ...rest }) => ({ name: `audit: ${name}`, ...rest })),
  ];
}

function writesOf(requests) {
  const byCall = new Map();
  for (const [id, { path, callId }] of requests) {
    if (path === '/write') byCall.set(callId, [...(byCall.get(callId) ?? []), id]);
  }
  return [...byCall];
}

/** Whether it came true in time. */
async function until(isTrue, ms) {
  for (const end = Date.now() + ms; Date.now() < end;) {
    if (isTrue()) return true;
    await pause(20);
  }
  return false;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
