import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../lib/free-port.mjs';
import { Softphone } from '../../lib/softphone.mjs';

const MODULES = ['/usr/lib', '/usr/local/lib', '/usr/lib64']
  .map((folder) => `${folder}/baresip/modules`)
  .find(existsSync);
const RINGS_WITHIN_MS = 20_000;

/** What people register with: baresip, or the test softphone where baresip is missing. */
export const RINGING_PHONE =
  MODULES !== undefined && spawnSync('baresip', ['-v']).error === undefined ? 'baresip' : 'softphone';

/**
 * Starts a softphone that registers and is never picked up.
 * @param {string} folder that it may make
 * @param {{username: string, password: string, port: number}} account
 * @returns {Promise<{rings: Promise<void>, stop(): Promise<unknown>}>} `rings` rejects where it does not in time
 */
export function startRingingPhone(folder, account) {
  return RINGING_PHONE === 'baresip' ? startBaresip(folder, account) : startSoftphone(account);
}

async function startBaresip(folder, { username, password, port }) {
  const config = [
    `sip_listen 127.0.0.1:${await freePort()}`,
    'net_interface 127.0.0.1',
    `module_path ${MODULES}`,
    ...['account', 'menu'].map((name) => `module_app ${name}.so`),
    ...['g711', 'aubridge'].map((name) => `module ${name}.so`),
    ...['source', 'player', 'alert'].map((name) => `audio_${name} aubridge,nobody`),
    'ring_aufile none',
  ];
  const uri = `<sip:${username}@127.0.0.1:${port}>`;
  const files = {
    config: `${config.join('\n')}\n`,
    accounts: `${uri};auth_user=${username};auth_pass=${password};regint=60;answermode=manual\n`,
    contacts: '',
  };
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  // Standard input that is a pipe stays open: the end of it would be the end of baresip.
  const child = spawn('baresip', ['-f', folder], { stdio: 'pipe' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  const rings = inTime((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text;
        if (/incoming call/i.test(output)) resolve();
      });
  });
  return {
    rings,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

async function startSoftphone({ username, password, port }) {
  const own = ['--username', username, '--password', password, '--answer-after', 'never'];
  const phone = await Softphone.listening('--register', `sip:${username}@127.0.0.1:${port}`, ...own);
  const rings = inTime((resolve) => {
    phone.onEvent = ({ event }) => event === 'ringing' && resolve();
  });
  return { rings, stop: () => phone.stop() };
}

/** @param {(resolve: () => void) => void} begin */
function inTime(begin) {
  const rings = new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the softphone did not ring within ${RINGS_WITHIN_MS} ms`)),
      RINGS_WITHIN_MS,
    );
    begin(() => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
  // Awaited later, where it may have failed already.
  rings.catch(() => undefined);
  return rings;
}
