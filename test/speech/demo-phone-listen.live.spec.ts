import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '../harness/app';
import { SpeechServer } from '../harness/speech-server';
import { hangUpAll, Softphone } from '../phone/harness/softphone';

const HOST = '127.0.0.1';
const EXAMPLES = resolve(__dirname, '../../examples');
const DEMO = join(EXAMPLES, 'demo-phone.mjs');
const RING = join(EXAMPLES, 'demo-ring.mjs');

let folder: string;
let engines: SpeechServer;
let environment: NodeJS.ProcessEnv;
const running: ChildProcess[] = [];

beforeAll(async () => {
  engines = await SpeechServer.start();
  folder = mkdtempSync(join(tmpdir(), 'aics-demo-'));
  // A folder without a kit: the engines speak.
  environment = { ...process.env, ...engines.environment, SPEECH_KIT: folder, TMPDIR: folder };
});
afterEach(async () => {
  await hangUpAll();
  await Promise.all(running.splice(0).map(ended));
});
afterAll(() => {
  engines.close();
  rmSync(folder, { recursive: true, force: true });
});

function ended(child: ChildProcess): Promise<number | null> {
  const end = new Promise<number | null>((done) => child.once('exit', done));
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  child.kill('SIGTERM');
  return end;
}

/** Resolves with what the demo printed once it waits for a phone. */
async function start(listen: string): Promise<{ text: () => string; demo: ChildProcess }> {
  const demo = spawn(process.execPath, [DEMO, '--listen', listen], { env: environment });
  running.push(demo);
  let printed = '';
  for (const stream of [demo.stdout, demo.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
  await eventually(() => {
    expect({ printed, code: demo.exitCode }).toEqual({
      printed: expect.stringContaining('Ctrl-C'),
      code: null,
    });
    return Promise.resolve();
  }, 40_000);
  return { text: () => printed, demo };
}

/** Killed after a minute, so that a call that does not end shows its last state. */
const ring = () => {
  const child = spawn(process.execPath, [RING], { env: environment, timeout: 60_000 });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
  return new Promise<{ code: number | null; printed: string }>((done) =>
    child.once('close', (code) => done({ code, printed })),
  );
};

const valueOf = (text: string, name: string) => new RegExp(`${name} +(\\S+)`).exec(text)?.[1] ?? '';

test.each(['phone', '127.0.0.1:99999', '::1'])('rejects the address %s', (address) => {
  const { status, stderr } = spawnSync(process.execPath, [DEMO, '--listen', address], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('--listen ADDRESS') });
});

test('reports a port in use, with the next step', async () => {
  const socket = createSocket('udp4').bind(0, HOST);
  await once(socket, 'listening');
  const { port } = socket.address();
  const words = [DEMO, '--listen', `${HOST}:${port}`];
  const demo = spawn(process.execPath, words, { env: environment });
  let printed = '';
  demo.stderr.on('data', (chunk) => (printed += String(chunk)));
  const [code] = (await once(demo, 'close')) as [number];
  socket.close();
  expect({ code, printed }).toEqual({
    code: 1,
    printed: expect.stringContaining(`port ${port} is in use: choose another, --listen ADDRESS:PORT`),
  });
});

test('names the command to start when demo:ring finds no demo', async () => {
  expect(await ring()).toEqual({
    code: 1,
    printed: expect.stringContaining('npm run demo:phone -- --listen ADDRESS'),
  });
});

test('registers a softphone as printed, rings it, and answers it', async () => {
  const { text, demo } = await start(`${HOST}:0`);
  expect(await ring()).toMatchObject({ code: 1, printed: expect.stringContaining('no_softphone') });
  const [user, password, domain] = ['User', 'Password', 'Domain'].map((name) => valueOf(text(), name));
  expect(password).toMatch(/^[a-z0-9]{26}$/);
  expect(domain).toMatch(/^127\.0\.0\.1:[1-9]\d*$/);
  const account = ['--username', user ?? '', '--password', password ?? ''];
  const phone = new Softphone(
    ...['--json', '--listen', `${HOST}:0`, '--register', `sip:${user}@${domain}`, ...account],
    ...['--hang-up-after', '2'],
  );
  await phone.until('registered');
  await eventually(() => {
    expect(text()).toContain('registered: ');
    return Promise.resolve();
  }, 4_000);
  const { code, printed } = await ring();
  expect({ code, printed }).toEqual({ code: 0, printed: expect.stringContaining('completed') });
  await phone.stop();
  const number = valueOf(text(), 'Number');
  const caller = new Softphone(
    ...['--json', '--dial', `sip:${number}@${domain}`, ...account, '--hang-up-after', '1'],
  );
  await caller.until('answered');
  await caller.ended;
  expect(await ended(demo)).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});
