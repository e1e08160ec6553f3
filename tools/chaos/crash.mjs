import { makeAccounts } from './accounts.mjs';
import { Client } from './client.mjs';
import { Faults } from './faults.mjs';
import { ARRIVED_WITHIN_MS, FINAL_WITHIN_MS, check } from './checks.mjs';
import { Load } from './load.mjs';
import { Random } from '../lib/random.mjs';
import { countsOf } from './report.mjs';
import { EventReceiver } from './receiver.mjs';

const FINAL = 'completed,no_answer,busy,failed,canceled,expired'.split(',');
/** After this time without progress the run counts as stuck and is checked as it is. */
const STUCK_AFTER_MS = 90_000;

/** Rounds of a run in which a worker is stopped for long, too. */
const LONG_RUN = 20;

/** Runs the load and the faults, then the checks. Resolves with the report. */
export async function crash(driver, { seed, rounds, calls, say, makeFaults = madeBy, retry = null }) {
  const { receiver, accounts, client, load, lines } = await prepare(driver, { seed, calls, retry });
  const faults = makeFaults(driver, new Random(seed + 4), rounds >= LONG_RUN);
  say(`${accounts.length} accounts, ${lines} lines; ${calls} calls and ${rounds} rounds begin`);

  const begin = Date.now();
  load.allowance = calls / rounds;
  const loading = load.run();
  const telling = setInterval(() => {
    const [got, seen] = [load.calls.length, receiver.received];
    say(`${got} acknowledged, ${seen} reported, ${client.retries} retries; ${JSON.stringify(faults.counts)}`);
  }, 10_000);
  let fed = false;
  const feeding = load.feed(() => fed);
  await strike({ load, receiver, faults, calls, rounds });
  await loading;
  say(`the load is over: ${load.calls.length} calls, ${load.humanCalls.length} human calls`);
  const finalAt = await settle(client, accounts, load, faults.lastKillAt);
  if (retry) await addAttempts(client, accounts, load);
  const quietAt = await arrive(receiver, load, faults.lastKillAt);
  fed = true;
  await feeding;
  clearInterval(telling);
  const left = await leftovers(driver);
  const shown = await readAll(client, accounts);
  const audit = await driver.cli('audit');
  const record = await driver.record();
  const checks = [
    ...check({ load, client, receiver, record, shown, audit, left, driver }),
    ...(faults.check?.({ client, record }) ?? []),
    ...inTime({ finalMs: finalAt - faults.lastKillAt, quietMs: quietAt - faults.lastKillAt }),
  ];
  await receiver.stop();
  return {
    facts: factsOf({ load, record, receiver, accounts, client, begin, retry }),
    faults: faults.counts,
    answers: Object.fromEntries(client.answers),
    starts: Object.fromEntries(driver.processes.map(({ name, starts }) => [name, starts])),
    statuses: countsOf(shown.calls.map(({ status }) => status)),
    endings: countsOf(shown.calls.flatMap(({ status_reason }) => status_reason ?? [])),
    checks,
  };
}

/** The accounts, their receiver of events, and the load that they will send. */
async function prepare(driver, { seed, calls, retry }) {
  const receiver = new EventReceiver(new Random(seed + 1));
  await receiver.start();
  const accounts = await makeAccounts(
    driver,
    receiver,
    new Random(seed + 2),
    Math.min(8, 2 + Math.ceil(calls / 500)),
  );
  const client = new Client(() => driver.origins, new Random(seed + 3));
  const lines = accounts.reduce((sum, account) => sum + account.lines, 0);
  const load = new Load({
    driver,
    client,
    accounts,
    receiver,
    random: new Random(seed),
    calls,
    retry,
    underWay: lines * 2,
  });
  return { receiver, accounts, client, load, lines };
}

/** Makes a fault in the middle of each round's share of the load. */
async function strike({ load, receiver, faults, calls, rounds }) {
  for (let round = 1; round <= rounds; round++) {
    const stuck = await progress(receiver, (calls * (round - 0.5)) / rounds, load);
    if (stuck) break;
    load.allowance = (calls * (round + 1)) / rounds;
    await faults.round();
  }
  load.allowance = Infinity;
  await faults.over();
}

/** Checks both times since the last fault. */
function inTime({ finalMs, quietMs }) {
  const within = (name, ms, limit) => ({
    name: `${name} (${seconds(ms)})`,
    count: 1,
    failures: ms <= limit ? [] : [seconds(ms)],
  });
  return [
    within(`all final ${FINAL_WITHIN_MS / 1_000} s after the last misfortune`, finalMs, FINAL_WITHIN_MS),
    within(`all reported ${ARRIVED_WITHIN_MS / 1_000} s after it`, quietMs, ARRIVED_WITHIN_MS),
  ];
}

/** What the run did, in the order of the report. */
function factsOf({ load, record, receiver, accounts, client, begin, retry }) {
  return {
    calls: load.calls.length,
    'human calls': load.humanCalls.length,
    batches: load.batches.length,
    canceled: load.canceled.size,
    ...(retry === null ? {} : { attempts: load.attempts }),
    legs: record.legs.length,
    'orders refused as late': record.legs.filter(({ answer }) => answer === 'fenced').length,
    'looked up before they were ordered': record.lookedUp.length,
    events: receiver.deliveries.size,
    deliveries: [...receiver.deliveries.values()].reduce((sum, times) => sum + times, 0),
    'top-ups': accounts.reduce((sum, { topUps }) => sum + topUps.length, 0),
    retries: client.retries,
    seconds: Math.round((Date.now() - begin) / 1_000),
  };
}

const madeBy = (driver, random, long) => new Faults(driver, random, long);

/** Waits until this many calls were reported, or all that can be; true when nothing changes any more. */
async function progress(receiver, due, load) {
  for (let seen = receiver.received, since = Date.now(); receiver.received < due;) {
    await pause(20);
    if (load.done && receiver.received >= load.calls.length) return false;
    if (receiver.received > seen) [seen, since] = [receiver.received, Date.now()];
    else if (Date.now() - since > STUCK_AFTER_MS) return true;
  }
  return false;
}

/** Resolves with when the last call was seen to be final; gives up after a while. */
async function settle(client, accounts, load, since) {
  for (;;) {
    const open = [];
    for (const account of accounts) {
      for (const status of ['queued', 'dialing', 'in_progress']) {
        const { body } = await client.send(account, 'GET', `/calls?status=${status}&limit=1`);
        open.push(...body.data);
      }
      for (const status of ['queued', 'ringing_counsellor', 'connecting', 'in_progress']) {
        const { body } = await client.send(account, 'GET', `/human-calls?status=${status}&limit=1`);
        open.push(...body.data);
      }
    }
    if (open.length === 0 || Date.now() - since > STUCK_AFTER_MS) return Date.now();
    await pause(500);
  }
}

/** The further attempts of acknowledged calls count as acknowledged: a chain has no other calls. */
async function addAttempts(client, accounts, load) {
  const known = new Map(load.calls.map((call) => [call.id, call]));
  for (const account of accounts) {
    const chained = (await client.all(account, '/calls')).filter((call) => call.retry?.attempt > 1);
    for (const { id, retry } of chained) {
      const first = known.get(retry.first_call_id);
      if (!first || known.has(id)) continue;
      load.calls.push({ ...first, id });
      load.attempts += 1;
    }
  }
}

/** Resolves with when the last event arrived. */
async function arrive(receiver, load, since) {
  const due = load.calls.length + load.humanCalls.filter(({ analyze }) => analyze).length;
  while (receiver.received < due && Date.now() - since < STUCK_AFTER_MS + ARRIVED_WITHIN_MS) await pause(100);
  // A second event for a call would come now.
  await pause(2_000);
  return receiver.received < due ? Date.now() : receiver.lastNewAt;
}

/** Rows that must be gone. An event whose attempt died with its worker, though it arrived, waits for its lease of 30 s. */
async function leftovers(driver) {
  for (let tries = 0; ; tries++) {
    const [row] = await driver.sql(
      `SELECT (SELECT count(*)::int FROM outbox) AS outbox, (SELECT count(*)::int FROM line_use) AS lines,
         (SELECT count(*)::int FROM line_waits) AS waits,
         (SELECT count(*)::int FROM credit_reservations) AS reservations,
         (SELECT count(*)::int FROM webhook_events WHERE state = 'pending') AS events,
         (SELECT count(*)::int FROM calls WHERE status NOT IN ('${FINAL.join("','")}') OR finished_at IS NULL) AS calls`,
    );
    if (tries === 80 || Object.values(row).every((count) => count === 0)) return row;
    await pause(500);
  }
}

async function readAll(client, accounts) {
  /** @type {{calls: any[], humanCalls: any[], credits: Map<object, any>}} */
  const shown = { calls: [], humanCalls: [], credits: new Map() };
  for (const account of accounts) {
    shown.calls.push(...(await client.all(account, '/calls')));
    shown.humanCalls.push(...(await client.all(account, '/human-calls')));
    const { body: credits } = await client.send(account, 'GET', '/credits');
    shown.credits.set(account, { credits, entries: await client.all(account, '/credits/transactions') });
  }
  return shown;
}

const seconds = (ms) => `${(Math.max(0, ms) / 1_000).toFixed(1)} s`;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
