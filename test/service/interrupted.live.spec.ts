import { type ChildProcess, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { eventually } from '../harness/app';
import { BuiltService, cli } from '../harness/built-service';
import { temporaryFolder } from '../harness/temporary-folder';

const ROOT = resolve(__dirname, '../..');
const data = temporaryFolder();
const DATA_DIR = data.path;
/** Present from the launch of PostgreSQL to its end. */
const LOCK = join(DATA_DIR, 'postgres/postmaster.pid');

const lockExists = async (expected: boolean) =>
  eventually(async () => {
    const found = await stat(LOCK).catch(() => null);
    expect(found !== null).toBe(expected);
  }, 20_000);

/** A command as a terminal runs it: Ctrl-C reaches its whole group. */
class Foreground {
  output = '';
  readonly #child: ChildProcess;
  readonly ended: Promise<number | null>;

  constructor(...words: string[]) {
    this.#child = spawn(process.execPath, [join(ROOT, 'scripts/cli.mjs'), ...words], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], DATA_DIR },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.ended = new Promise((done) => this.#child.once('exit', done));
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(-(this.#child.pid ?? 0), signal);
  }

  /** As a supervisor does. */
  signalCommand(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async prints(text: string): Promise<void> {
    for await (const _ of setInterval(20)) if (this.output.includes(text)) return;
  }
}

// Makes the database, and builds what is not built.
beforeAll(async () => {
  expect(await cli({ DATA_DIR }, 'account', 'list')).toMatchObject({ code: 0 });
}, 180_000);
afterAll(() => data.remove());

test.each(['SIGINT', 'SIGTERM'] as const)(
  'leaves no PostgreSQL when the service gets %s during its start',
  async (signal) => {
    const service = new BuiltService({ DATA_DIR, DRAIN_SECONDS: '1' });
    await lockExists(true);
    service.kill(signal);
    expect(await service.ended).toBe(0);
    await lockExists(false);
  },
);

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('leaves no PostgreSQL when %s ends a command', async (signal, code) => {
  const audit = new Foreground('audit');
  await lockExists(true);
  audit.signal(signal);
  expect(await audit.ended).toBe(code);
  await lockExists(false);
});

test('passes Ctrl-C to the program that a command runs, which may continue', async () => {
  const program = `trap 'echo canceled' INT; echo begins; sleep 30; echo goes on; exit 5`;
  const ran = new Foreground('database', 'run', '--', 'sh', '-c', program);
  await ran.prints('begins');
  ran.signal('SIGINT');
  expect(await ran.ended).toBe(5);
  expect(ran.output).toBe('begins\ncanceled\ngoes on\n');
  await lockExists(false);
});

test('ends the program that a command runs by SIGTERM, too', async () => {
  const program = `trap 'echo terminated; exit 6' TERM; echo begins; while :; do sleep 0.1; done`;
  const ran = new Foreground('database', 'run', '--', 'sh', '-c', program);
  await ran.prints('begins');
  ran.signalCommand('SIGTERM');
  expect(await ran.ended).toBe(6);
  expect(ran.output).toBe('begins\nterminated\n');
  await lockExists(false);
});
