import { setTimeout } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { percentile } from '../load.mjs';
import { percentilesMs, round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';

/** Longest additional wait of another account's request (p99). */
const GOAL_MS = 100;
const BETWEEN_READS_MS = 20;
/** The rate limit of a key. */
const BODIES_PER_SECOND = 5;
const NAMES_PER_ROW = 9_990;
/** The connections of the last sender close in this time. */
const SETTLE_MS = 3_000;

const KEYS_ROUTE = '/v1/batches';
const CONSOLE_ROUTE = '/console/api/batches';

/** What one client may send at once: the costliest bodies known, invalid and valid, each with the status it gets. */
const BODIES = {
  /** Metadata of each row has far more than 8 KiB. */
  names: {
    status: 400,
    make: () => batchOf(150, (row) => ({ metadata: namesFrom(row * NAMES_PER_ROW, NAMES_PER_ROW) })),
  },
  /** As much as the specification allows. */
  valid: {
    status: 200,
    make: () =>
      batchOf(1_000, (row) => ({
        metadata: namesFrom(row * 800, 800),
        variables: { text: 'ज'.repeat(2_700) },
      })),
  },
  /** One object of a million members. */
  members: { status: 400, make: () => JSON.stringify({ calls: [], metadata: namesFrom(0, 1_000_000) }) },
  /** One text of 15 MB. */
  text: { status: 400, make: () => batchOf(1, () => ({ contact: { name: 'a\u0301'.repeat(5_000_000) } })) },
  /** Texts of 15 MB beside the rows. */
  texts: { status: 400, make: () => JSON.stringify(entriesOf(900, () => 'x'.repeat(16_000))) },
  /** Lists of lists. */
  lists: {
    status: 400,
    make: () => batchOf(900, () => ({ metadata: { list: Array.from({ length: 4_000 }, () => [1]) } })),
  },
  /** Millions of rows in hundreds of arrays. */
  rows: { status: 400, make: () => JSON.stringify(entriesOf(500, () => Array(9_000).fill({}))) },
};

/** How long the GET of one account waits while another account sends the largest bodies it may. */
export default {
  name: 'large-bodies',
  work: `GET /v1/credits each ${BETWEEN_READS_MS} ms beside another account that sends bodies of up to 16 MB, ${BODIES_PER_SECOND} a second`,
  against: 'alone, before and after',
  goal: `p99 at most ${GOAL_MS} ms longer`,
  reached: ({ worstMs }) => worstMs <= GOAL_MS,
  async run({ quick }) {
    const seconds = quick ? 10 : 20;
    const driver = await BenchDriver.start();
    try {
      const [sender, reader] = [
        await driver.account({ keys: 20 }),
        await driver.account({ keys: 100, lines: 10 }),
      ];
      const server = await driver.service({ ROLE: 'api' });
      const read = readerOf(server.origin, BenchDriver.keysInTurn(reader.keys));
      await read(2);
      const alone = [await read(seconds)];
      const beside = {};
      const keys = BenchDriver.keysInTurn(sender.keys);
      const { cookie } = await driver.session(sender.id, server.origin);
      const fromKey = { path: KEYS_ROUTE, headersOf: () => ({ 'x-api-key': keys() }) };
      const fromConsole = {
        path: CONSOLE_ROUTE,
        headersOf: () => ({ cookie, 'x-account': sender.id, origin: server.origin }),
      };
      const senders = [
        ...Object.entries(BODIES).map(([name, body]) => [name, body, fromKey]),
        ...['names', 'valid'].map((name) => [`console ${name}`, BODIES[name], fromConsole]),
      ];
      for (const [name, { make, status }, from] of senders) {
        beside[name] = await besideOf(senderOf(server.origin, from, Buffer.from(make())), read, seconds);
        const { answers } = beside[name];
        if (!(answers[status] > 0)) throw new Error(`${name}: ${JSON.stringify(answers)}, not ${status}`);
        await driver.sql('DELETE FROM calls');
        await setTimeout(SETTLE_MS);
      }
      alone.push(await read(seconds));
      const aloneMs = round(Math.max(...alone.map((times) => percentile(times, 0.99))));
      const figures = Object.fromEntries(
        Object.entries(beside).map(([name, { times, ...counts }]) => [
          name,
          { ...percentilesMs(times, 50, 99), ...counts },
        ]),
      );
      const worstMs = round(Math.max(...Object.values(figures).map(({ p99Ms }) => p99Ms)) - aloneMs);
      return { aloneP99Ms: aloneMs, ...figures, worstMs };
    } finally {
      await driver.stop();
    }
  },
};

/** Members of five characters each, like no others. */
const namesFrom = (first, count) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [(36 ** 4 + first + at).toString(36), 1]));

const entriesOf = (count, valueOf) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, valueOf(at)]));

function batchOf(rows, fieldsOf) {
  const calls = Array.from({ length: rows }, (_, row) => ({
    phone_number: `+9198${String(row).padStart(8, '0')}`,
    ...fieldsOf(row),
  }));
  return JSON.stringify({ calls });
}

/**
 * Reads at a fixed rate, whatever earlier reads take, so that a stall counts once for each read that it delays. A service
 * that stalls for seconds answers 503: that read counts with its time.
 */
function readerOf(origin, key) {
  return async (seconds) => {
    const reads = [];
    const one = async () => {
      const sent = performance.now();
      const { body } = await request(`${origin}/v1/credits`, { headers: { 'x-api-key': key() } });
      await body.dump();
      return performance.now() - sent;
    };
    await everyMs(BETWEEN_READS_MS, seconds, () => reads.push(one()));
    return Promise.all(reads);
  };
}

/** Sends a body at the rate of a key's limit; returns the statuses of the answers that came meanwhile. */
function senderOf(origin, { path, headersOf }, body) {
  return async (seconds) => {
    const agent = new Agent();
    const statuses = {};
    const one = async () => {
      const headers = { ...headersOf(), 'content-type': 'application/json' };
      const answer = await request(`${origin}${path}`, { method: 'POST', headers, body, dispatcher: agent });
      await answer.body.dump();
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
    };
    await everyMs(1_000 / BODIES_PER_SECOND, seconds, () => one().catch(() => undefined));
    await agent.destroy();
    return statuses;
  };
}

async function besideOf(send, read, seconds) {
  const [answers, times] = await Promise.all([send(seconds), read(seconds)]);
  return { times, answers };
}

async function everyMs(ms, seconds, run) {
  const began = performance.now();
  for (let at = 0; at * ms < seconds * 1_000; at++) {
    await setTimeout(Math.max(0, began + at * ms - performance.now()));
    run();
  }
}
