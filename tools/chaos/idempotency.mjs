import { request as httpRequest } from 'node:http';
import { makeAccount } from './accounts.mjs';
import { Client } from './client.mjs';
import { Random } from '../lib/random.mjs';

/** Each key may ask 300 times a minute, so thousands of requests need many. */
const KEYS = 60;
const EQUAL = { keys: 100, posts: 100 };
const DEATHS = 500;
const RACES = 1_000;
const CONCURRENCY = 24;
const PLAN = { name: 'idempotent', lines: 0, credits: 1_000_000, carrier: 'simulator' };

/**
 * Idempotency-Keys under fire: many equal requests on several processes, clients that die in the middle of theirs and
 * come back, and two bodies racing for one key. `rounds` divides the figures: 1 is all of it, 10 a tenth.
 */
export async function idempotency(driver, { seed, rounds, say }) {
  const random = new Random(seed);
  const client = new Client(() => driver.origins, random);
  const account = await makeAccount(driver, client, null, PLAN, Math.max(8, Math.ceil(KEYS / rounds)));
  const part = (whole) => Math.max(1, Math.round(whole / rounds));
  const checks = [await equalPosts(client, account, part(EQUAL.keys), EQUAL.posts)];
  say('equal posts are done');
  for (const where of ['before the headers', 'in the body', 'after the commit']) {
    checks.push(await deaths(client, account, driver, random, where, part(DEATHS)));
    say(`clients killed ${where} are done`);
  }
  checks.push(await races(client, account, part(RACES)));
  checks.push({
    name: 'no answer that must not be',
    count: 1,
    failures: client.wrong.filter((at) => !at.includes('reused')),
  });
  return { answers: Object.fromEntries(client.answers), retries: client.retries, checks };
}

const phone = (series, at) => `+91${series}${String(at).padStart(6, '0')}01`.slice(0, 13);

/** 100 equal requests for each key, over both processes: one call each, and every answer names it. */
async function equalPosts(client, account, keys, posts) {
  const failures = [];
  await inTurn(keys, 2, async (at) => {
    const [idempotencyKey, sent] = [client.newKey(), bodyOf(account, phone(70, at))];
    const answers = await Promise.all(
      Array.from({ length: posts }, () => client.send(account, 'POST', '/calls', sent, { idempotencyKey })),
    );
    const ids = new Set(answers.map(({ body }) => body?.id));
    const first = answers.filter(({ body }) => body?.idempotent_replay === false).length;
    // Whoever made it may have got no answer in time and have asked again: then all are replays.
    if (ids.size !== 1 || first > 1 || answers.some(({ status }) => status !== 200)) {
      failures.push(`${idempotencyKey}: ${[...ids].join(' ')}, ${first} first`);
    }
  });
  failures.push(...(await twice(client, account, '70', keys)));
  return { name: `${posts} equal posts for a key, over two processes: one call`, count: keys, failures };
}

/** Clients that die at a place of their request, and send it again with its key: never a second call. */
async function deaths(client, account, driver, random, where, times) {
  const series = { 'before the headers': '71', 'in the body': '72', 'after the commit': '73' }[where];
  const failures = [];
  await inTurn(times, CONCURRENCY, async (at) => {
    const [idempotencyKey, sent] = [client.newKey(), bodyOf(account, phone(series, at))];
    await die(
      random.pick(driver.origins),
      account.keys[at % account.keys.length],
      idempotencyKey,
      sent,
      where,
      random,
    );
    const { status, body } = await client.send(account, 'POST', '/calls', sent, { idempotencyKey });
    if (status !== 200 || body.phone_number !== sent.phone_number)
      failures.push(`${idempotencyKey}: ${status}`);
  });
  failures.push(...(await twice(client, account, series, times)));
  return { name: `clients killed ${where}, then asking again: one call`, count: times, failures };
}

/** Sends a request so far and breaks the connection. Resolves when it is broken. */
function die(origin, key, idempotencyKey, sent, where, random) {
  const text = JSON.stringify(sent);
  return new Promise((resolve) => {
    const request = httpRequest(`${origin}/v1/calls`, {
      method: 'POST',
      headers: {
        'X-API-Key': key,
        'Idempotency-Key': idempotencyKey,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
      },
    });
    request.on('error', () => undefined);
    request.on('close', resolve);
    const end = (ms) => setTimeout(() => request.destroy(), ms);
    if (where === 'before the headers') {
      request.on('socket', (socket) => {
        socket.once('connect', () => {
          socket.write(`POST /v1/calls HTTP/1.1\r\nHost: x\r\nX-API-K`);
          end(random.between(0, 20));
        });
      });
      return;
    }
    if (where === 'in the body') {
      request.write(text.slice(0, random.between(1, text.length - 1)));
      end(random.between(0, 40));
      return;
    }
    request.end(text);
    // The headers of the answer say that it has committed; of some clients not even those arrive.
    request.on('response', () => request.destroy());
    if (random.chance(0.5)) end(random.between(5, 60));
  });
}

/** Two bodies with one key at the same moment: one is accepted, the other is answered that the key was used. */
async function races(client, account, times) {
  const failures = [];
  await inTurn(times, CONCURRENCY / 2, async (at) => {
    const idempotencyKey = client.newKey();
    const send = (variables) =>
      client.send(
        account,
        'POST',
        '/calls',
        { ...bodyOf(account, phone(74, at)), variables },
        { idempotencyKey },
      );
    const answers = await Promise.all([send({ which: 1 }), send({ which: 2 })]);
    const codes = answers.map(({ status, body }) => body?.error?.code ?? status).sort();
    if (codes.join() !== '200,idempotency_key_reused') failures.push(`${idempotencyKey}: ${codes.join(' ')}`);
  });
  failures.push(...(await twice(client, account, '74', times)));
  return { name: 'two bodies racing for one key: one is taken, one is 409', count: times, failures };
}

/** Numbers of a series that have not exactly one call. A waiting number takes no second one, so ids are counted, too. */
async function twice(client, account, series, count) {
  const calls = await client.all(account, '/calls');
  const own = calls.filter(({ phone_number }) => phone_number.startsWith(`+91${series}`));
  const numbers = new Set(own.map(({ phone_number }) => phone_number));
  return numbers.size === count && own.length === count
    ? []
    : [`series ${series}: ${own.length} calls to ${numbers.size} numbers, due ${count}`];
}

function bodyOf(account, phone_number) {
  return { agent_id: account.agentId, phone_number, metadata: { note: 'x'.repeat(400) } };
}

/** Runs `work` for 0 to `count` - 1, with limited concurrency. */
async function inTurn(count, atOnce, work) {
  let next = 0;
  const runner = async () => {
    for (let at = next++; at < count; at = next++) await work(at);
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
}
