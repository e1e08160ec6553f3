import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCENARIOS = join(__dirname, '..', 'scenarios');

/** SIPp is on this machine. `PHONE_TESTS=required` makes its absence a failure. */
export const SIPP = spawnSync('sipp', ['-v']).error === undefined;

export interface SippOptions {
  readonly transport?: 'udp' | 'tcp';
  /** For a caller: where it calls to. */
  readonly remotePort?: number;
  readonly calls?: number;
  readonly args?: readonly string[];
}

export interface RunningSipp {
  readonly port: number;
  /** Resolves when SIPp ends; rejects with what it saw when a call went otherwise than its scenario says. */
  readonly done: Promise<void>;
  kill(): void;
}

/** Starts SIPp with a scenario of this folder (`busy`), or one of its own (`-sn uac`). */
export async function startSipp(scenario: string, options: SippOptions = {}): Promise<RunningSipp> {
  const { transport = 'udp', remotePort, calls = 1, args = [] } = options;
  const folder = mkdtempSync(join(tmpdir(), 'aics-sipp-'));
  const port = await freePort();
  const [messages, errors] = [join(folder, 'messages'), join(folder, 'errors')];
  const own = scenario.startsWith('-sn ') ? scenario.split(' ') : ['-sf', join(SCENARIOS, `${scenario}.xml`)];
  const child = spawn(
    'sipp',
    [
      ...(remotePort === undefined ? [] : [`127.0.0.1:${remotePort}`]),
      ...[...own, '-i', '127.0.0.1', '-p', String(port), '-m', String(calls), '-nostdin'],
      ...['-t', transport === 'udp' ? 'u1' : 't1', '-cp', '0', '-timeout', '20s', '-timeout_error'],
      ...['-trace_msg', '-message_file', messages, '-trace_err', '-error_file', errors],
      ...args,
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  child.stdout.resume();
  child.stderr.resume();
  const done = new Promise<void>((resolve, reject) => {
    child.once('close', (code) => {
      const seen = [errors, messages]
        .filter(existsSync)
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n');
      rmSync(folder, { recursive: true });
      if (code === 0) resolve();
      else reject(new Error(`SIPp ended with ${code} in ${scenario}:\n${seen.slice(0, 12_000)}`));
    });
  });
  done.catch(() => undefined);
  if (remotePort === undefined) await listening(port, transport);
  return { port, done, kill: () => child.kill('SIGKILL') };
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  const { port } = socket.address();
  await new Promise<void>((resolve) => {
    socket.close(resolve);
  });
  return port;
}

/** SIPp says nothing when it is ready: its port is taken then. */
async function listening(port: number, transport: 'udp' | 'tcp'): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (await taken(port, transport)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('SIPp does not listen');
}

function taken(port: number, transport: 'udp' | 'tcp'): Promise<boolean> {
  return new Promise((resolve) => {
    if (transport === 'udp') {
      const socket = createSocket('udp4');
      socket.once('error', () => {
        resolve(true);
      });
      socket.bind(port, '127.0.0.1', () => {
        socket.close(() => {
          resolve(false);
        });
      });
    } else {
      const server = createServer();
      server.once('error', () => {
        resolve(true);
      });
      server.listen(port, '127.0.0.1', () => {
        server.close(() => {
          resolve(false);
        });
      });
    }
  });
}
