import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildSdkWhenNeeded } from '../../../scripts/build-when-needed.mjs';
import { spread } from '../load.mjs';
import { callBody, round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';

const MIN_RATIO = 0.8;
const MAX_FACTOR = 1.1;
const MAX_HEAP_MB = 20;
const MIB = 1_024 ** 2;
const PAGE = 100;
const CLIENTS = 20;
const RUNS = 7;
const CLIENT_KEYS = RUNS * (CLIENTS + 1);
/** Built first, so no module of this project's. */
const BUILT_SDK = String(new URL('../../../sdk/dist/esm/index.js', import.meta.url));

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** What the SDK adds to bare `fetch`, one request after another and over all pages of a list. */
export default {
  name: 'sdk',
  work: '`calls.get` of the SDK; iterating 10,000 calls, and the heap meanwhile',
  against: 'bare fetch and JSON.parse; the pages alone',
  goal: `ratio ≥ ${MIN_RATIO}; ≤ ${MAX_FACTOR} ×, ≤ ${MAX_HEAP_MB} MB`,
  reached: ({ ratio, factor, heapMb }) =>
    ratio.median >= MIN_RATIO && factor.median <= MAX_FACTOR && heapMb <= MAX_HEAP_MB,
  async run({ quick }) {
    await buildSdkWhenNeeded();
    const { AiCalling } = await import(BUILT_SDK);
    const driver = await BenchDriver.start();
    try {
      const account = await driver.account({ keys: 400, lines: 1 });
      const { origin } = await driver.service();
      // A client keeps its key for all its requests, and a key has a limit each minute: each client has a key of its own.
      const clientKeys = account.keys.splice(0, CLIENT_KEYS);
      const key = BenchDriver.keysInTurn(account.keys);
      const site = {
        origin,
        key,
        client: () => new AiCalling({ apiKey: clientKeys.pop(), baseUrl: origin }),
      };
      const ids = await queueCalls(site, account, quick ? 1_000 : 10_000);
      const runs = [];
      for (let at = 0; at < (quick ? 3 : RUNS); at++) runs.push(await inTurn(site, ids, quick ? 200 : 1_000));
      return {
        ratio: spread(runs.map(({ ratio }) => ratio)),
        factor: spread(runs.map(({ factor }) => factor)),
        heapMb: Math.max(...runs.map(({ heapMb }) => heapMb)),
        runs,
      };
    } finally {
      await driver.stop();
    }
  },
};

async function queueCalls({ origin, key }, account, count) {
  const scheduled_for = new Date(Date.now() + 86_400_000).toISOString();
  const ids = [];
  for (let from = 0; from < count; from += 1_000) {
    const calls = Array.from({ length: 1_000 }, (_, row) => callBody(undefined, from + row));
    const response = await fetch(`${origin}/v1/batches`, {
      method: 'POST',
      headers: { 'x-api-key': key(), 'content-type': 'application/json' },
      body: JSON.stringify({ agent_id: account.agentId, scheduled_for, calls }),
    });
    if (!response.ok) throw new Error(await response.text());
  }
  for await (const { id } of pagesOf({ origin, key })) ids.push(id);
  return ids;
}

async function* pagesOf({ origin, key }) {
  for (let after = ''; ;) {
    const query = after && `&starting_after=${after}`;
    const page = await get(`${origin}/v1/calls?limit=${PAGE}${query}`, key());
    yield* page.data;
    if (!page.has_more) return;
    after = page.data.at(-1).id;
  }
}

async function get(url, key) {
  const response = await fetch(url, { headers: { 'x-api-key': key } });
  return JSON.parse(await response.text());
}

async function secondsOf(work) {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1_000;
}

async function inTurn(site, ids, count) {
  const some = ids.slice(0, count);
  const clients = Array.from({ length: CLIENTS }, site.client);
  const bare = await secondsOf(async () => {
    for (const id of some) await get(`${site.origin}/v1/calls/${id}`, site.key());
  });
  const ours = await secondsOf(async () => {
    for (const [at, id] of some.entries()) await clients[at % clients.length].calls.get(id);
  });
  const pages = await secondsOf(async () => {
    let bytes = 0;
    for await (const call of pagesOf(site)) bytes += call.id.length;
    if (bytes === 0) throw new Error('there are no calls');
  });
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  let heap = before;
  const iterated = await secondsOf(async () => {
    let seen = 0;
    for await (const call of site.client().calls.list({ limit: PAGE })) {
      seen += Number(call.id !== '');
      if (seen % 1_000 === 0) heap = Math.max(heap, process.memoryUsage().heapUsed);
    }
  });
  return {
    ratio: round(bare / ours, 3),
    factor: round(iterated / pages, 3),
    heapMb: round((heap - before) / MIB, 1),
  };
}
