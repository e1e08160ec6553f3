import { Client } from './client.mjs';
import { Provider } from '../lib/provider.mjs';
import { Random } from '../lib/random.mjs';
import { VOICE } from '../lib/speech-server.mjs';
import { makeAccount } from './accounts.mjs';
import { addTrunk, allFinal, check, checkCalls, pause, until } from './real-calls.mjs';

/** Callers of a round; all find a line. */
const CALLERS = 40;
const NUMBER = '+912248001000';
/** The callers of a dead process hear BYE within this time. */
const HUNG_UP_WITHIN_MS = 20_000;
/** Looks between two phases. */
const LOOK_MS = 2;
const LONGEST_PHASE_MS = 20_000;

const ringing = (callers) => callers.filter(({ ringingAt }) => ringingAt !== null).length;
const answered = (callers) => callers.filter(({ answeredAt }) => answeredAt !== null).length;

/** When the process is killed, in turn: each is later in the life of a call. */
const PHASES = [
  { name: 'as the first phone hears ringing', isReached: (callers) => ringing(callers) > 0 },
  { name: 'while half of them hear ringing', isReached: (callers) => ringing(callers) >= CALLERS / 2 },
  { name: 'as the first is answered', isReached: (callers) => answered(callers) > 0 },
  { name: 'while half of them are answered', isReached: (callers) => answered(callers) >= CALLERS / 2 },
  { name: 'while all of them talk', isReached: (callers) => answered(callers) === CALLERS },
];

/** Kills media processes under callers in each phase of a call; checks that all are hung up, and each call ends once. */
export async function inbound(driver, { seed, rounds, say }) {
  const provider = await Provider.open(driver.dist, () => undefined);
  const client = new Client(() => driver.origins, new Random(seed));
  await driver.addMedia();
  const trunk = await addNumber(driver, client, provider);
  const late = [];
  const counts = {};
  for (let round = 0; round < rounds; round++) {
    const { name, isReached } = PHASES[round % PHASES.length];
    const port = await onlyPort(driver, trunk);
    await driver.addMedia();
    const callers = Array.from({ length: CALLERS }, (_, n) =>
      provider.dial(port, NUMBER, `+9197${10_000_000 + round * CALLERS + n}`),
    );
    for (const end = Date.now() + LONGEST_PHASE_MS; !isReached(callers) && Date.now() < end;)
      await pause(LOOK_MS);
    const [dead] = driver.media.splice(0, 1);
    await dead.stop('SIGKILL');
    const struckAt = Date.now();
    // What was on its way still arrives.
    await pause(500);
    for (const caller of callers) if (caller.answeredAt === null) caller.giveUp();
    const talked = callers.filter(({ answeredAt }) => answeredAt !== null);
    await until(() => talked.every(({ endedAt }) => endedAt !== null), 2 * HUNG_UP_WITHIN_MS);
    for (const { callId, endedAt } of talked) {
      const ms = (endedAt ?? Infinity) - struckAt;
      if (ms > HUNG_UP_WITHIN_MS) late.push(`${callId}: ${Math.round(ms / 100) / 10} s (${name})`);
    }
    await allFinal(driver);
    counts[name] = (counts[name] ?? 0) + 1;
    say(`round ${round + 1}: kill -9 ${name}; ${talked.length} of ${CALLERS} callers were answered`);
  }
  return {
    facts: { callers: rounds * CALLERS },
    faults: counts,
    checks: [
      check('callers who were answered are hung up in time', rounds * CALLERS, late),
      ...(await checkCalls(driver, provider, { statuses: ['completed', 'failed'], mostDials: 1 })),
    ],
  };
}

/** A number whose calls an agent answers; returns its trunk. */
async function addNumber(driver, client, provider) {
  const trunk = await addTrunk(driver, provider, {
    channels: 200,
    cps: 100,
    allow: '127.0.0.1/32',
    'keep-alive': 0,
    'inbound-per-second': 1_000,
  });
  const plan = { name: 'called', lines: 2 * CALLERS, credits: 1_000_000, carrier: 'simulator' };
  const account = await makeAccount(driver, client, null, plan, 1);
  const change = { ...VOICE, direction: 'both' };
  const { status } = await client.send(account, 'PATCH', `/agents/${account.agentId}`, change);
  if (status !== 200) throw new Error(`PATCH /agents: ${status}`);
  const words = ['--account', account.id, '--phone', NUMBER, '--trunk', trunk.id, '--agent', account.agentId];
  await driver.cli('number', 'add', ...words);
  return trunk;
}

/** The SIP port of the one process that lives, once it has opened the trunk. */
async function onlyPort(driver, trunk) {
  let port = 0;
  const isOpen = async () => {
    const { state } = await driver.cli('trunk', 'show', '--trunk', trunk.id);
    const open = state.filter(({ process }) => !process.endsWith(':0'));
    port = Number(open[0]?.process.split(':')[1] ?? 0);
    return open.length === 1 && state.length === 1;
  };
  if (!(await until(isOpen))) throw new Error('no process, or more than one, has the trunk');
  // The service resolves the trunk's names, and accepts its callers.
  await pause(1_500);
  return port;
}
