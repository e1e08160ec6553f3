import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../lib/random.mjs';
import { startSpoiledClouds } from './clouds.mjs';
import { startSpoiledEngines } from './engines.mjs';
import { OutsideService } from './service.mjs';
import { SpoiledPhone } from './sip-phone.mjs';
import { forbiddenIn } from './spoiled.mjs';

/** AI calls of an account at once; after each round comes a call of two people, and callers. */
const ROUND = 5;
const CALLERS = 20;
const ROUND_MS = 5_000;
const FINAL_WITHIN_MS = 90_000;
const SHOWN = 10;

/**
 * Calls whose engines and carriers say control characters and halves of characters. Whatever they say, every call ends, every
 * answer can be read, and nothing is stored that a reader could not take.
 * @param {{seed: number, minutes: number}} options
 */
export async function fuzzOutside({ seed, minutes }) {
  const engines = await startSpoiledEngines(new Random(seed, 1));
  const clouds = await startSpoiledClouds(new Random(seed, 2));
  const phone = await SpoiledPhone.open(new Random(seed, 3));
  const service = new OutsideService('fuzz-outside');
  let isGood;
  try {
    await service.begin(engines, clouds, phone);
    const wrong = await callAndCheck(service, clouds, phone, Date.now() + minutes * 60_000);
    for (const problem of wrong.slice(0, SHOWN)) console.error(problem);
    const [{ calls, words }] = await service.sql(
      `SELECT (SELECT count(*) FROM calls)::int + (SELECT count(*) FROM human_calls)::int AS calls,
         (SELECT count(*)::int FROM call_timeline) AS words`,
    );
    const asked = Object.values(engines.asked).reduce((sum, times) => sum + times, 0);
    console.log(`\nFuzz from outside: seed ${seed}, ${calls} calls, ${words} lines of timelines`);
    console.log(`${asked} requests to ${Object.keys(engines.asked).length} addresses of engines`);
    console.log(`${wrong.length} failures`);
    isGood = wrong.length === 0;
  } finally {
    const code = await service.end();
    if (code !== 0) {
      console.error(`The service ended with ${code}:\n${service.program?.output.slice(-2_000)}`);
      isGood = false;
    }
    for (const server of [engines, phone, ...clouds]) server.close();
  }
  return isGood;
}

async function callAndCheck(service, clouds, phone, until) {
  do {
    for (const account of service.accounts) await service.queue(account, ROUND);
    for (let n = 0; n < CALLERS; n++) phone.call(service.sipPort, service.phoneNumber);
    for (const { carrier, kind } of clouds) {
      const url = await service.inboundUrl(kind);
      if (url)
        void carrier.callIn(url, {
          to: service.numberOf(kind),
          from: `+91982${1_000_000 + carrier.calls.length}`,
        });
    }
    await sleep(ROUND_MS);
  } while (Date.now() < until && service.program?.running);
  const open = await service.openAfter(FINAL_WITHIN_MS);
  const audit = await service.cli('audit');
  return [
    ...open.map(
      ({ id, status, carrier, legs }) => `${id} is still ${status}, ${carrier}: ${JSON.stringify(legs)}`,
    ),
    ...(audit.ok ? [] : [`The audit: ${JSON.stringify(audit)}`]),
    ...(await unreadable(service)),
    ...(await storedBadly(service)),
  ];
}

/** Reads all that clients can read of the calls. */
async function unreadable(service) {
  const wrong = [];
  for (const account of service.accounts) {
    for (const path of await service.pathsOf(account)) {
      const { status, body } = await service.get(account, path);
      const names = status === 200 ? forbiddenIn(body) : [`status ${status}`];
      if (names.length > 0) wrong.push(`GET ${path}: ${names.slice(0, 3)}`);
    }
  }
  return wrong;
}

/** Columns of JSON, apart from what was sent over the wire and is read as a whole, that hold an escape of what PostgreSQL cannot read out of it. */
async function storedBadly(service) {
  const columns = await service.sql(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type IN ('json', 'jsonb') AND table_name <> 'call_traces'`,
  );
  const wrong = [];
  for (const { table, column } of columns) {
    const [{ rows }] = await service.sql(
      `SELECT count(*)::int AS rows FROM "${table}"
       WHERE regexp_replace("${column}"::text, '\\\\\\\\', '', 'g')
         ~* '\\\\u0000|\\\\ud[89ab]..(?!\\\\ud[c-f])|(?<!\\\\ud[89ab]..)\\\\ud[c-f]'`,
    );
    if (rows > 0) wrong.push(`${table}.${column}: ${rows} rows that cannot be read`);
  }
  return wrong;
}
