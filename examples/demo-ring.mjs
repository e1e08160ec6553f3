#!/usr/bin/env node
/** Rings the softphone that registered with `npm run demo:phone -- --listen ADDRESS`. Exit 0 only if the call was completed. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_FILE } from './demo-phone-listen.mjs';
import { printTalk } from './screen.mjs';
import { apiOf } from './service.mjs';

const POLL_MS = 300;
const CONTACT = { name: 'Rohan' };

const demo = await readFile(DEMO_FILE, 'utf8').then(JSON.parse, () => null);
if (demo === null) {
  console.error('No demo is running. Start it in another terminal:\nnpm run demo:phone -- --listen ADDRESS');
  process.exit(1);
}
const inConsole = apiOf(`${demo.origin}/console/api`, { Cookie: demo.cookie });
const api = apiOf(`${demo.origin}/v1`, { 'X-API-Key': demo.key });
try {
  const { id } = await inConsole('POST', '/trial-phone/ring', { contact: CONTACT });
  const call = await follow(id);
  if (call.outcome) printTalk(call, { contact: CONTACT, phone_number: call.phone_number });
  process.exitCode = call.status === 'completed' ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** The call once it is final and read; its states are printed as they come. */
async function follow(id) {
  for (let known = ''; ; await sleep(POLL_MS)) {
    const call = await api('GET', `/calls/${id}`);
    const state = [call.status, call.status_reason].filter(Boolean).join(': ');
    if (state !== known) console.log(state);
    known = state;
    const isOver = !['queued', 'dialing', 'in_progress'].includes(call.status);
    if (isOver && (call.outcome || call.status !== 'completed')) return call;
  }
}
