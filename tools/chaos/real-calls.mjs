import { VOICE } from '../lib/speech-server.mjs';
import { makeAccount } from './accounts.mjs';

/** One API key for so many calls: each may ask 300 times a minute. */
const CALLS_PER_KEY = 250;
/** A process sweeps the rows of dead ones each second. */
const SWEPT_WITHIN_MS = 10_000;

/** A SIP trunk to the provider; `options` as of `trunk add`. */
export function addTrunk(driver, provider, options) {
  const given = { kind: 'sip', name: 'far', server: provider.address, ...options };
  const words = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return driver.cli('trunk', 'add', '--caller-id', '+911140000001', ...words);
}

/** An account whose calls go over the trunk. */
export async function addAccount(driver, client, trunk, { name, lines, calls }) {
  const plan = { name, lines, credits: 1_000_000, carrier: 'simulator' };
  const account = await makeAccount(driver, client, null, plan, Math.ceil(calls / CALLS_PER_KEY));
  const { status } = await client.send(account, 'PATCH', `/agents/${account.agentId}`, VOICE);
  if (status !== 200) throw new Error(`PATCH /agents: ${status}`);
  await driver.cli('account', 'set', '--account', account.id, '--carrier', trunk.kind, '--trunks', trunk.id);
  return account;
}

/** Queues calls to numbers that begin with `+9198`, from the number `first` on. */
export async function queueCalls(client, account, count, first) {
  for (let n = first; n < first + count; n++) {
    const body = { agent_id: account.agentId, phone_number: `+9198${10_000_000 + n}` };
    const idempotencyKey = client.newKey();
    const { status } = await client.send(account, 'POST', '/calls', body, { idempotencyKey });
    if (status !== 200) throw new Error(`POST /calls: ${status}`);
  }
}

/**
 * Asks for a human call by each of the account's counsellors, who are on no other, to numbers that begin with `+9197`, from the
 * number `first` on. Returns how many.
 */
export async function queueHumanCalls(client, account, first) {
  for (const [at, counsellor_id] of account.counsellors.entries()) {
    const body = { counsellor_id, phone_number: `+9197${10_000_000 + first + at}`, analyze: false };
    const idempotencyKey = client.newKey();
    const { status } = await client.send(account, 'POST', '/human-calls', body, { idempotencyKey });
    if (status !== 201) throw new Error(`POST /human-calls: ${status}`);
  }
  return account.counsellors.length;
}

/** Waits until every call is final, for so long at most; resolves with whether they are. */
export function allFinal(driver, withinMs) {
  return until(async () => {
    const [row] = await driver.sql(
      `SELECT (SELECT count(*)::int FROM calls WHERE finished_at IS NULL)
         + (SELECT count(*)::int FROM human_calls WHERE ended_at IS NULL) AS open`,
    );
    return row.open === 0;
  }, withinMs);
}

/**
 * What holds after any run: no dial is asked for twice, each call is final with one event, nothing is left, the audit is
 * clean.
 * @param {import('../lib/service-driver.mjs').ServiceDriver} driver
 * @param {{calls: readonly {reference: string, called: string}[]}} provider
 * @param {{statuses: string[], mostDials: number}} allowed how calls may end, and how often each may be dialed
 */
export async function checkCalls(driver, provider, { statuses, mostDials }) {
  // A human call rings two phones by one reference.
  const references = provider.calls.map(({ reference, called }) =>
    reference.startsWith('hcall_') ? `${reference} ${called}` : reference,
  );
  const humans = await driver.sql('SELECT id, status, status_reason AS reason FROM human_calls');
  const calls = await driver.sql(
    `SELECT c.id, c.status, c.status_reason AS reason, c.attempt,
       (SELECT count(*)::int FROM call_timeline t WHERE t.call_id = c.id AND t.type = 'event_made') AS events
     FROM calls c`,
  );
  const rowsLeft = await leftovers(driver);
  const audit = await driver.cli('audit');
  const of = (wrong) =>
    calls
      .filter(wrong)
      .map(({ id, status, reason, attempt, events }) => `${id} ${status} (${reason}) ${attempt} ${events}`);
  return [
    check('no dial is asked for twice', references.length, doubled(references)),
    check(
      mostDials === 1 ? 'no call is dialed again' : `no call is dialed more than ${mostDials} times`,
      calls.length,
      of(({ attempt }) => attempt > mostDials),
    ),
    check(
      `each call is final (${statuses.join(', ')}), with one event`,
      calls.length,
      of(({ status, events }) => events !== 1 || !statuses.includes(status)),
    ),
    check(
      'each human call is final (completed, failed)',
      humans.length,
      humans
        .filter(({ status }) => status !== 'completed' && status !== 'failed')
        .map(({ id, status, reason }) => `${id} ${status} (${reason})`),
    ),
    check('no leg, line, reservation or hang-up is left', 1, rowsLeft),
    check('the audit finds nothing', 1, audit.ok ? [] : [JSON.stringify(audit)]),
  ];
}

/** Open legs, lines, reservations and owed hang-ups that remain after SWEPT_WITHIN_MS. */
async function leftovers(driver) {
  let left = [];
  await until(async () => {
    const rows = await driver.sql(
      `SELECT (SELECT count(*)::int FROM legs WHERE ended_at IS NULL) AS legs, (SELECT count(*)::int FROM line_use) AS lines,
         (SELECT count(*)::int FROM credit_reservations) AS reservations,
         (SELECT count(*)::int FROM legs WHERE hang_up_owed) AS owed`,
    );
    left = rows
      .filter((row) => Object.values(row).some((count) => count > 0))
      .map((row) => JSON.stringify(row));
    return left.length === 0;
  }, SWEPT_WITHIN_MS);
  return left;
}

/** A promise with what was looked at, and what broke it. */
export function check(name, count, failures) {
  return { name, count, failures };
}

/** The most calls at the provider that began within any second. */
export function mostInASecond(calls) {
  const times = calls.map(({ at }) => at);
  let [most, from] = [0, 0];
  for (let to = 0; to < times.length; to++) {
    while (times[to] - times[from] >= 1_000) from += 1;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

/** Waits until it is true, for so long at most; resolves with whether it is. */
export async function until(isTrue, withinMs = 60_000) {
  for (const end = Date.now() + withinMs; ; await pause(50)) {
    if (await isTrue()) return true;
    if (Date.now() >= end) return false;
  }
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function doubled(texts) {
  const seen = new Set();
  return texts.filter((text) => seen.size === seen.add(text).size);
}
