import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { AGENT, missingPackage, OWN_SERVICE } from './demo-phone-parts.mjs';
import { bold, dim } from './screen.mjs';
import { apiOf, startService } from './service.mjs';

const USAGE =
  'npm run demo:phone [-- --listen ADDRESS[:PORT]]: an IPv4 address of this machine, port 5060 by default';
const POLL_MS = 500;
/** Keys that any phone has; each number is answered by the agent. */
const NUMBER = '100';

/** Where `npm run demo:ring` finds the demo of this person. */
export const DEMO_FILE = join(tmpdir(), `ai-calling-demo-phone-${userInfo().uid}.json`);

/** Of the words of the command line; null without --listen. Ends the process when they are wrong. */
export function listenAddress(words) {
  try {
    const { listen } = parseArgs({ args: words, options: { listen: { type: 'string' } } }).values;
    if (listen === undefined) return null;
    const [host, port = '5060', ...more] = listen.split(':');
    if (!isIPv4(host) || !/^\d{1,5}$/.test(port) || Number(port) > 65_535 || more.length > 0)
      throw new Error(`"${listen}" is no address`);
    return { host, port };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

/** A service that stays until Ctrl-C, with a trial phone for a softphone of one's own. @returns the exit code */
export async function stay({ host, port }) {
  const stopped = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve(null));
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'ai-calling-phone-'));
  let service;
  try {
    const environment = { ...OWN_SERVICE, SIP_HOST: host, SIP_PORT: port, CONSOLE: 'on' };
    service = await startService({ dataDir, environment });
    const admin = await signIn(service);
    const phone = await setUp(service, admin);
    const { origin, key } = service;
    // Rings cost nothing, but the file opens the demo's console: for its owner alone.
    await rm(DEMO_FILE, { force: true });
    await writeFile(DEMO_FILE, JSON.stringify({ origin, key, cookie: admin.cookie }), {
      mode: 0o600,
      flag: 'wx',
    });
    describe(phone, host);
    await Promise.race([stopped, follow(admin.api)]);
    return 0;
  } catch (error) {
    console.error(`The demo failed: ${error.message}`);
    return 1;
  } finally {
    await rm(DEMO_FILE, { force: true });
    await service?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Makes the first person by the link that the start printed. */
async function signIn({ origin, setupToken }) {
  const response = await fetch(`${origin}/console/api/setup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      token: setupToken,
      name: 'Demo',
      email: 'demo@example.com',
      password: randomBytes(16).toString('hex'),
    }),
  });
  if (!response.ok) throw new Error(`the console was not set up: ${response.status}`);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { cookie, api: apiOf(`${origin}/console/api`, { Cookie: cookie }) };
}

async function setUp(service, { api }) {
  const { id } = await service.api('POST', '/agents', await agentOf(service));
  const phone = await api('POST', '/trial-phone');
  if (phone.problem !== null) {
    throw new Error(phone.problem.replace('set SIP_PORT', 'choose another, --listen ADDRESS:PORT'));
  }
  await api('PATCH', '/trial-phone', { agent_id: id });
  return phone;
}

/** With the offline speech kit, else with an engine of the caller's own set-up. */
async function agentOf({ api }) {
  const missing = await missingPackage();
  if (missing === null) return AGENT;
  const { data } = await api('GET', '/voices?language=english');
  const engine = data.find(({ available }) => available);
  if (!engine) throw new Error(`no speech engine is there. ${missing}`);
  return { ...AGENT, tts_model: engine.id, voice: engine.voices[0].id };
}

function describe({ username, password, servers, port, transports }, host) {
  const server = `${servers.includes(host) ? host : servers[0]}:${port}`;
  console.log(bold('Register a softphone with'));
  for (const [name, value] of [
    ['User', username],
    ['Password', password],
    ['Domain', server],
    ['Transport', transports.join(', ')],
    ['Number', `${NUMBER} (${AGENT.name} answers, whatever is dialed)`],
  ])
    console.log(`  ${name.padEnd(10)} ${value}`);
  const account = `--username ${username} --password ${password}`;
  const own = 'npm run -s softphone --';
  console.log(
    `\n${bold('The softphone of this project')}, in another terminal, is rung by npm run demo:ring:\n`,
  );
  console.log(`  ${own} --listen ${host}:0 --register sip:${username}@${server} ${account}`);
  console.log('\nor calls:\n');
  console.log(`  ${own} --dial sip:${NUMBER}@${server} ${account}`);
  console.log(dim('\nCtrl-C ends the demo.\n'));
}

/** Prints the states of the phone as they come. */
async function follow(api) {
  for (let known = 'waiting'; ; await sleep(POLL_MS)) {
    const { state, problem, registrations } = await api('GET', '/trial-phone');
    const from = registrations.map(({ address, agent }) => `${agent ?? 'a phone'} at ${address}`).join(', ');
    const words = [state, problem ?? from].filter(Boolean).join(': ');
    if (words !== known) console.log(words);
    known = words;
  }
}
