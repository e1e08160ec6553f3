import { Client } from './client.mjs';

/**
 * The accounts of a run: one with many lines, one with few, one that is always nearly out of credits, and one on a
 * carrier that bills it directly and reports late.
 */
const ACCOUNTS = [
  { name: 'wide', share: 6, lines: 40, credits: 1_000_000, carrier: 'simulator' },
  { name: 'narrow', share: 1, lines: 5, credits: 1_000_000, carrier: 'simulator' },
  { name: 'poor', share: 1, lines: 10, credits: 60, carrier: 'simulator' },
  { name: 'direct', share: 2, lines: 15, credits: 1_000_000, carrier: 'simulator-delayed' },
];
const COUNSELLORS = 6;

/** Makes the accounts with keys, an agent, counsellors and the receiver as their endpoint. */
export async function makeAccounts(driver, receiver, random, keys) {
  const client = new Client(() => driver.origins, random);
  const accounts = [];
  for (const plan of ACCOUNTS) accounts.push(await makeAccount(driver, client, receiver, plan, keys));
  return accounts;
}

/** One account, always open, without limits a day; `keys` API keys, since each may ask 300 times a minute. */
export async function makeAccount(driver, client, receiver, plan, keys) {
  const { name, lines, credits, carrier } = plan;
  const settings = { name, lines, credits, carrier, 'calling-hours': 'always', 'daily-limit': 1_000_000 };
  const words = Object.entries(settings).flatMap(([key, value]) => [`--${key}`, String(value)]);
  const made = await driver.cli(
    'account',
    'create',
    ...words,
    '--recall-gap-minutes',
    '0',
    '--max-human-minutes',
    '5',
    '--with-key',
  );
  const account = { ...plan, id: made.id, keys: [made.key], topUps: [], agentId: '', counsellors: [] };
  if (keys > 1) account.keys.push(...(await driver.makeKeys(made.id, keys - 1)));
  const agent = await expect200(client, account, 'POST', '/agents', {
    name: 'Chaos',
    opening_line: 'Hello {{contact_name}}, this is about your application.',
    system_prompt: 'Find out whether the contact is still interested.',
    extraction_questions: ['Is the contact interested?'],
    max_call_minutes: 2,
  });
  account.agentId = agent.id;
  if (receiver) {
    const { secret } = await expect200(client, account, 'PUT', '/webhook', { url: receiver.url(`/${name}`) });
    receiver.trust(name, secret);
  }
  for (let at = 0; at < COUNSELLORS; at++) {
    const { id } = await expect200(client, account, 'POST', '/counsellors', {
      name: `Counsellor ${at}`,
      email: `c${at}.${name}@example.com`,
      mobile_number: `+91800${String(lines).padStart(3, '0')}${1_111 + at}`,
      send_welcome_email: false,
    });
    account.counsellors.push(id);
  }
  return account;
}

async function expect200(client, account, method, path, body) {
  const idempotencyKey = method === 'POST' ? client.newKey() : null;
  const answer = await client.send(account, method, path, body, { idempotencyKey });
  if (answer.status > 201)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}
