import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { argumentsOf, contextFilter, copyOf, instructionsOf } from './image/dockerfile.mjs';

/**
 * Checks of the image without Docker: the build context, by .dockerignore, contains every copied source, and the
 * Dockerfile's own commands, run in an empty folder on this Node, give a service that starts, passes its own health
 * check, and ends on SIGTERM. Users and absolute paths are the folder's own.
 */
const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const PATIENCE_MS = 60_000;
/** Below the ports that systems give to outgoing connections, which could take one before the service does. */
const [FIRST_PORT, PORTS] = [21_000, 9_000];

const folder = mkdtempSync(join(tmpdir(), 'ai-calling-image-'));
let service;
try {
  const context = join(folder, 'context');
  copyContext(context);
  const image = build(context);
  await run(image);
  console.log(
    `The image's commands give a service that starts, is ready and ends on Node ${process.version}.`,
  );
} catch (error) {
  console.error(`The image cannot be built or run: ${error.message}`);
  process.exitCode = 1;
} finally {
  service?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** What Docker would be sent. */
function copyContext(to) {
  const isKept = contextFilter(readFileSync(join(PROJECT, '.dockerignore'), 'utf8'));
  const own = readdirSync(PROJECT, { withFileTypes: true }).filter(
    ({ name }) => !['node_modules', 'dist', 'data', '.git'].includes(name),
  );
  for (const entry of own) {
    const files = entry.isDirectory()
      ? readdirSync(join(PROJECT, entry.name), { recursive: true, withFileTypes: true })
          .filter((file) => file.isFile())
          .map((file) => join(file.parentPath, file.name).slice(PROJECT.length))
      : [entry.name];
    for (const file of files.filter(isKept)) {
      mkdirSync(dirname(join(to, file)), { recursive: true });
      cpSync(join(PROJECT, file), join(to, file));
    }
  }
}

/** Carries the instructions out; returns the last stage. */
function build(context) {
  const stages = new Map();
  let stage;
  for (const { name, text } of instructionsOf(readFileSync(join(PROJECT, 'Dockerfile'), 'utf8'))) {
    if (name === 'FROM') {
      const [, major, as] = /^node:(\d+)-\S+(?: AS (\S+))?$/.exec(text) ?? [];
      if (process.versions.node.split('.', 1)[0] !== major) throw new Error(`FROM ${text} needs that Node`);
      stage = { root: join(folder, `stage-${stages.size}`), workdir: '/', env: {}, cmd: [], health: [] };
      mkdirSync(stage.root);
      stages.set(as ?? String(stages.size), stage);
    } else if (name === 'WORKDIR') {
      stage.workdir = text;
      mkdirSync(inStage(stage, '.'), { recursive: true });
    } else if (name === 'ENV') {
      for (const [key, value] of text.split(' ').map((pair) => pair.split('='))) {
        stage.env[key] = ownPath(stage, value);
      }
    } else if (name === 'COPY') copy(stage, copyOf(text), stages, context);
    else if (name === 'RUN') runInStage(stage, text);
    else if (name === 'ARG') {
      // As without --build-arg.
      const [key, value = ''] = text.split('=');
      stage.env[key] = value;
    } else if (name === 'CMD') stage.cmd = argumentsOf(text);
    else if (name === 'HEALTHCHECK') stage.health = argumentsOf(text);
    else if (!['USER', 'VOLUME', 'EXPOSE'].includes(name))
      throw new Error(`what is ${name} in the Dockerfile?`);
  }
  return stage;
}

function copy(stage, { from, sources, to }, stages, context) {
  for (const source of sources) {
    const path = from === undefined ? join(context, source) : join(stages.get(from).root, source);
    if (!existsSync(path)) throw new Error(`COPY ${source}: it is not there (left out by .dockerignore?)`);
    const name = source.split('/').at(-1);
    const target = to.endsWith('/') ? join(inStage(stage, to), name) : inStage(stage, to);
    cpSync(path, target, { recursive: true, verbatimSymlinks: true });
  }
}

function runInStage(stage, command) {
  const { uid, gid } = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const own = command
    .replaceAll('node:node', `${uid}:${gid}`)
    .replace(/(?<= )\/data\b/g, join(stage.root, 'data'));
  const { status, stdout } = spawnSync('sh', ['-c', `${own} 2>&1`], { ...at(stage), encoding: 'utf8' });
  if (status !== 0) throw new Error(`RUN ${command} failed:\n${stdout}`);
  if (stdout.includes('EBADENGINE')) throw new Error(`RUN ${command} warns of the engine:\n${stdout}`);
}

function inStage(stage, path) {
  return join(stage.root, path.startsWith('/') ? path : join(stage.workdir, path));
}

function ownPath(stage, value) {
  return value.startsWith('/') ? join(stage.root, value) : value;
}

/** Where and with what a stage's commands run: nothing of ours but the way to Node and npm. */
function at(stage) {
  const { PATH, HOME, npm_config_registry, npm_config_cache } = process.env;
  return {
    cwd: inStage(stage, '.'),
    env: { PATH, HOME, npm_config_registry, npm_config_cache, ...stage.env },
  };
}

async function run(stage) {
  const { cwd, env } = at(stage);
  const own = { ...env, PORT: String(await freePort()) };
  const [command, ...args] = stage.cmd;
  service = spawn(command, args, { cwd, env: own, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => service.once('exit', (code, signal) => resolve(code ?? signal)));
  await ready(stage.health, { cwd, env: own }, ended);
  const answer = await fetch(`http://127.0.0.1:${own.PORT}/health/ready`);
  if (answer.status !== 200) throw new Error(`/health/ready answered ${answer.status}`);
  service.kill('SIGTERM');
  const end = await Promise.race([ended, sleep(PATIENCE_MS, 'nothing', { ref: false })]);
  if (end !== 0) throw new Error(`it ended with ${end} on SIGTERM`);
}

async function ready([command, ...args], options, ended) {
  let over = null;
  void ended.then((code) => (over = code));
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(500)) {
    if (over !== null) throw new Error(`it ended with ${over}`);
    try {
      execFileSync(command, args, { ...options, stdio: 'ignore' });
      return;
    } catch {
      // Not yet.
    }
  }
  throw new Error('it was not healthy in time');
}

function freePort() {
  const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(freePort()));
    server.listen(port, () => server.close(() => resolve(port)));
  });
}
