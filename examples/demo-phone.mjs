#!/usr/bin/env node
/**
 * A real call on this machine alone: a service and a test softphone, two processes, speak with each other over SIP and RTP,
 * in English, with the offline speech kit. Exit 0 only if the call was completed with the right outcome.
 * With --listen ADDRESS the service stays, for a softphone of one's own.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildWhenNeeded } from '../scripts/build-when-needed.mjs';
import { listenAddress, stay } from './demo-phone-listen.mjs';
import {
  AGENT,
  ANSWERS,
  missingPackage,
  operator,
  OWN_SERVICE,
  phoneWords,
  startPhone,
} from './demo-phone-parts.mjs';
import { bold, dim, printTalk } from './screen.mjs';
import { startService } from './service.mjs';

const PATIENCE_MS = 55_000;
const POLL_MS = 300;
const CONTACT = { phone_number: '+919876540001', contact: { name: 'Rohan' } };
/** Nothing of the caller's own set-up matters, and no port is fixed. */
const ENVIRONMENT = {
  ...OWN_SERVICE,
  SIP_HOST: '127.0.0.1',
  SIP_PORT: '0',
  LLM_URL: '',
  STT_URL: '',
  STT_ENGINES: 'local',
  LOCAL_STT: 'on',
  OPENAI_TTS_API_KEY: '',
};

const address = listenAddress(process.argv.slice(2));
await buildWhenNeeded();
if (address !== null) process.exit(await stay(address));
const missing = await missingPackage();
if (missing !== null) {
  console.error(missing);
  process.exit(1);
}

const beganAt = performance.now();
const say = (who, words) =>
  console.log(
    `${dim(((performance.now() - beganAt) / 1_000).toFixed(1).padStart(5))}  ${who.padEnd(8)} ${words}`,
  );
const dataDir = await mkdtemp(join(tmpdir(), 'ai-calling-phone-'));
let service;
let phone;
let problems;
try {
  problems = await run();
} catch (error) {
  problems = [error.message];
} finally {
  await phone?.stop();
  await service?.stop();
  await rm(dataDir, { recursive: true, force: true });
}
for (const problem of problems) console.error(`The demo failed: ${problem}.`);
if (problems.length === 0) console.log(bold('\nThe call was completed with the right outcome.'));
process.exit(problems.length === 0 ? 0 : 1);

async function run() {
  console.log(bold('A service and a telephone, two processes, on 127.0.0.1'));
  [service, phone] = await Promise.all([
    startService({ dataDir, environment: ENVIRONMENT }),
    startPhone((event) => {
      const words = phoneWords(event);
      if (words) say('phone', words);
    }),
  ]);
  say('service', 'is ready');
  say('phone', `listens on ${phone.address}`);
  const cli = operator(dataDir);
  const trunk = await cli(
    'trunk',
    'add',
    '--kind',
    'sip',
    '--name',
    'softphone',
    '--server',
    phone.address,
    '--caller-id',
    '+918045678900',
  );
  say('operator', `trunk add: ${trunk.id} leads to the phone`);
  const account = await cli(
    'account',
    'create',
    '--name',
    'Sunrise College',
    '--carrier',
    'sip',
    '--trunks',
    trunk.id,
    '--calling-hours',
    'always',
    '--credits',
    '100',
    '--with-key',
  );
  say('operator', `account create: ${account.id} calls over it`);
  const api = service.apiWith(account.key);
  const agent = await api('POST', '/agents', AGENT);
  for (const { message } of agent.warnings ?? []) say('agent', message);
  const { id } = await api('POST', '/calls', { agent_id: agent.id, ...CONTACT });
  console.log(bold(`The call ${id}`));
  const call = await follow(api, id);
  return judge(api, call);
}

/** The call once it is final and read; its states are printed as they come. */
async function follow(api, id) {
  const until = beganAt + PATIENCE_MS;
  for (let known = ''; ; await sleep(POLL_MS)) {
    const call = await api('GET', `/calls/${id}`);
    const state = [call.status, call.status_reason].filter(Boolean).join(': ');
    if (state !== known) say('call', state);
    known = state;
    const isOver = !['queued', 'dialing', 'in_progress'].includes(call.status);
    if (isOver && (call.outcome || call.status !== 'completed')) return call;
    if (performance.now() > until) throw new Error(`after ${PATIENCE_MS / 1_000} s the call is ${state}`);
  }
}

/** Prints what came of it; returns what is not as it should be. */
async function judge(api, call) {
  if (!call.outcome) return [`the call is ${call.status}: ${call.status_reason}`];
  console.log(bold('What was said and heard, and the outcome'));
  printTalk(call, { contact: CONTACT.contact, phone_number: CONTACT.phone_number });
  const { data } = await api('GET', `/calls/${call.id}/timeline`);
  console.log('');
  for (const { type, message } of data.filter((entry) => ['amd', 'media', 'speech'].includes(entry.type)))
    say(type, message);
  const recording = await keepRecording(call);
  if (recording) say('WAV', `${recording} (left the agent, right the phone)`);
  const { outcome, status, answered_by: answeredBy } = call;
  const heard = outcome.transcript.filter(({ speaker }) => speaker === 'contact');
  const answers = AGENT.extraction_questions.map((question) => outcome.answers[question] ?? '');
  return [
    [status === 'completed', `the call is ${status}`],
    [answeredBy === 'human', `answered_by is ${answeredBy}`],
    [outcome.disposition === 'Interested', `the disposition is ${outcome.disposition}, not Interested`],
    [heard.length >= 3, `${heard.length} turns of the phone were heard, not 3`],
    ...ANSWERS.map((right, at) => [
      right.test(answers[at]),
      `the answer to "${AGENT.extraction_questions[at]}" is "${answers[at]}"`,
    ]),
    [recording !== null, 'there is no recording'],
  ].flatMap(([isRight, problem]) => (isRight ? [] : [problem]));
}

/** The recording as the API gives it, in a file that stays; null without one. */
async function keepRecording({ id, recording_url: url }) {
  if (!url) return null;
  const response = await fetch(url);
  if (!response.ok) return null;
  const path = join(tmpdir(), `${id}.wav`);
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
  return path;
}
