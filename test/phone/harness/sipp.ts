import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../harness/free-port';

const SCENARIOS = join(__dirname, '..', 'scenarios');

/** SIPp is on this machine. `PHONE_TESTS=required` makes its absence a failure. */
export const SIPP = spawnSync('sipp', ['-v']).error === undefined;

export interface SippOptions {
  readonly transport?: 'udp' | 'tcp';
  /** For a caller: where it calls to. */
  readonly remotePort?: number;
  readonly calls?: number;
  readonly args?: readonly string[];
  /** Where it sends from, on this machine. */
  readonly address?: string;
}

export interface RunningSipp {
  readonly port: number;
  /** Resolves when SIPp ends; rejects with its log when a call deviates from the scenario. */
  readonly done: Promise<void>;
  kill(): void;
}

/** Starts SIPp with a scenario of this folder (`busy`), or one of its own (`-sn uac`). */
export async function startSipp(scenario: string, options: SippOptions = {}): Promise<RunningSipp> {
  const { transport = 'udp', remotePort } = options;
  const folder = mkdtempSync(join(tmpdir(), 'aics-sipp-'));
  const port = await freePort();
  const logs = [join(folder, 'errors'), join(folder, 'messages')] as const;
  const child = spawn('sipp', argsOf(scenario, options, port, logs), {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.resume();
  child.stderr.resume();
  const done = new Promise<void>((resolve, reject) => {
    child.once('close', (code) => {
      const seen = logs
        .filter(existsSync)
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n');
      rmSync(folder, { recursive: true });
      if (code === 0) resolve();
      else reject(new Error(`SIPp ended with ${code} in ${scenario}:\n${seen.slice(0, 12_000)}`));
    });
  });
  done.catch(() => undefined);
  // When SIPp ends before it listens, `done` has the reason.
  if (remotePort === undefined) await Promise.race([listening(port, transport), done]);
  return { port, done, kill: () => child.kill('SIGKILL') };
}

/** A control port of 0 is none. */
function argsOf(
  scenario: string,
  options: SippOptions,
  port: number,
  [errors, messages]: readonly [string, string],
): string[] {
  const { transport = 'udp', remotePort, calls = 1, args = [], address = '127.0.0.1' } = options;
  const own = scenario.startsWith('-sn ') ? scenario.split(' ') : ['-sf', join(SCENARIOS, `${scenario}.xml`)];
  const settings = {
    '-i': address,
    '-p': port,
    '-m': calls,
    '-t': transport === 'udp' ? 'u1' : 't1',
    '-cp': 0,
    '-timeout': '20s',
    '-message_file': messages,
    '-error_file': errors,
  };
  return [
    ...(remotePort === undefined ? [] : [`127.0.0.1:${remotePort}`]),
    ...own,
    '-nostdin',
    '-timeout_error',
    '-trace_msg',
    '-trace_err',
    ...Object.entries(settings).flatMap(([name, value]) => [name, String(value)]),
    ...args,
  ];
}

/**
 * SIPp does not report when it is ready, so the kernel's table of sockets is read. A test bind could take the port
 * from SIPp.
 */
async function listening(port: number, transport: 'udp' | 'tcp'): Promise<void> {
  // Columns: slot, local address, remote address, state; a UDP socket without a peer is 07, a listening TCP socket 0A.
  const socket = new RegExp(`:${hex(port)} [0-9A-F]+:0000 ${transport === 'udp' ? '07' : '0A'} `);
  for (let tries = 0; tries < 500; tries++) {
    if (socket.test(readFileSync(`/proc/net/${transport}`, 'utf8'))) return;
    await wait(10);
  }
  throw new Error('SIPp does not listen');
}

function hex(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}
