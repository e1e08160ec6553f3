#!/usr/bin/env node
/**
 * The main job from nothing, in one command: starts a service of its own on a free port and a data folder that goes
 * when it ends, makes an agent, queues calls to the leads of leads.json, receives and verifies the signed webhooks, and
 * prints talks and outcomes as they come. Exit 0 only if every call became final and every event was verified.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildWhenNeeded } from '../scripts/build-when-needed.mjs';
import { startReceiver } from './receiver.mjs';
import { startService } from './service.mjs';
import { bold, dim, printTalk, statusLine, summaryTable } from './screen.mjs';

const PATIENCE_MS = 45_000;
const POLL_MS = 300;
/** Who takes the human call; her own number answers. */
const COUNSELLOR = {
  name: 'Kavita Menon',
  email: 'kavita@example.com',
  mobile_number: '+919812345678',
};
/** So many leads are queued one by one, the others in a batch. */
const ONE_BY_ONE = 16;

const require = createRequire(import.meta.url);
const { agent, leads } = require('./leads.json');

await buildWhenNeeded();
const dataDir = await mkdtemp(join(tmpdir(), 'ai-calling-demo-'));
const receiver = await startReceiver();
const service = await startService({ dataDir, receiverPort: receiver.port });
let failures = 1;
try {
  failures = await run();
} catch (error) {
  console.error(`The demo failed: ${error.message}`);
} finally {
  await service.stop();
  await receiver.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(failures === 0 ? 0 : 1);

async function run() {
  const { api } = service;
  console.log(bold('1. The webhook endpoint') + dim(`  PUT /v1/webhook ${receiver.url}`));
  const { secret } = await api('PUT', '/webhook', { url: receiver.url });
  receiver.verifyWith(secret);

  console.log(bold('2. The agent') + dim(`  POST /v1/agents ${agent.name}`));
  const { id: agentId, variables } = await api('POST', '/agents', agent);
  console.log(dim(`   ${agentId}; its script asks for ${variables.join(', ') || 'nothing'}`));

  const [single, together] = [leads.slice(0, ONE_BY_ONE), leads.slice(ONE_BY_ONE)];
  console.log(bold(`3. ${single.length} calls`) + dim('  POST /v1/calls, each with an Idempotency-Key'));
  const calls = new Map();
  for (const lead of single) {
    const headers = { 'Idempotency-Key': lead.contact.external_id };
    const call = await api('POST', '/calls', { agent_id: agentId, ...lead }, headers);
    calls.set(call.id, { call, lead });
  }

  console.log(bold(`4. ${together.length} calls in a batch`) + dim('  POST /v1/batches'));
  const batch = await api('POST', '/batches', {
    agent_id: agentId,
    name: 'The other leads',
    calls: together,
  });
  const { data: batched } = await api('GET', `/calls?batch_id=${batch.id}&limit=100`);
  for (const call of batched) {
    calls.set(call.id, { call, lead: leads.find((lead) => lead.phone_number === call.phone_number) });
  }

  console.log(bold('5. As they come'));
  await follow(calls);
  const { finished, total } = await api('GET', `/batches/${batch.id}`);
  console.log(dim(`   the batch: ${finished} of ${total} finished`));

  console.log(`\n${bold('6. A human call')}` + dim('  POST /v1/counsellors, then /v1/human-calls'));
  const human = await connectCounsellor(together.at(-1));

  console.log(`\n${bold('7. The talks')}`);
  for (const { call, lead } of calls.values()) if (call.outcome) printTalk(call, lead);

  console.log(`\n${bold('8. What came of it')}`);
  console.log(summaryTable([...calls.values()], await charges()));
  return judge(calls, human);
}

/** Prints each change of each call until all are final, and their events are here. */
async function follow(calls) {
  const until = Date.now() + PATIENCE_MS;
  const seen = new Map();
  while (Date.now() < until) {
    const { data } = await service.api('GET', '/calls?limit=100');
    for (const call of data) {
      const known = calls.get(call.id);
      if (!known) continue;
      known.call = call;
      const line = statusLine(call, known.lead);
      if (seen.get(call.id) !== line) console.log(line);
      seen.set(call.id, line);
    }
    if ([...calls.keys()].every((id) => receiver.events.has(id))) return;
    await sleep(POLL_MS);
  }
}

/** A counsellor is rung first, then connected to a contact; the recording is transcribed and analysed. */
async function connectCounsellor(lead) {
  const { api } = service;
  const counsellor = await api('POST', '/counsellors', COUNSELLOR);
  const phone = lead.phone_number.replace(/\d{4}$/, '7777');
  const call = await api('POST', '/human-calls', {
    counsellor_id: counsellor.id,
    phone_number: phone,
    contact: lead.contact,
    analyze: true,
  });
  console.log(`   ${counsellor.name} is connected to ${lead.contact.name}, ${phone}`);
  const until = Date.now() + PATIENCE_MS;
  for (let status = ''; Date.now() < until; await sleep(POLL_MS)) {
    const now = await api('GET', `/human-calls/${call.id}`);
    if (now.status !== status)
      console.log(`   ${now.status}${now.duration_seconds ? `, ${now.duration_seconds} s` : ''}`);
    ({ status } = now);
    if (!receiver.events.has(call.id)) continue;
    const { analysis, cost } = now;
    console.log(`   analysis ${analysis.status}: ${analysis.sentiment}, ${analysis.summary}`);
    console.log(dim(`   ${cost.credits} credits for the talk, ${analysis.credits} for the analysis`));
    return call.id;
  }
  return call.id;
}

/** What each call was charged. */
async function charges() {
  const amounts = new Map();
  let path = '/credits/transactions?limit=100';
  for (;;) {
    const { data, has_more: more } = await service.api('GET', path);
    for (const { call_id: id, amount } of data) if (id) amounts.set(id, (amounts.get(id) ?? 0) - amount);
    if (!more) return amounts;
    path = `/credits/transactions?limit=100&starting_after=${data.at(-1).id}`;
  }
}

/** How many promises were not kept. */
function judge(calls, human) {
  const late = [...calls.keys(), human].filter((id) => !receiver.events.has(id));
  const twice = [...receiver.events.values()].filter((ids) => ids.size > 1);
  const problems = [
    [late.length, 'calls without their final event'],
    [receiver.rejected, 'deliveries that were not verified'],
    [twice.length, 'calls with more than one final event'],
  ].filter(([count]) => count > 0);
  for (const [count, what] of problems) console.log(`   ${count} ${what}`);
  if (problems.length === 0) {
    console.log(`   Every call is final; ${receiver.verified} deliveries arrived and were verified.`);
  }
  return problems.length;
}
