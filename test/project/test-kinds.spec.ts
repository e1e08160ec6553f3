import { basename, dirname, join, normalize } from 'node:path';
import { filesBelow } from '../harness/source-files';

/** Modules that open phones, browsers or whole processes: what imports them runs in real time. */
const LIVE_MODULES = [
  'test/fakes/carriers/carrier.mjs',
  'test/harness/built-service.ts',
  'test/harness/chromium.ts',
  'test/harness/live-page.ts',
  'test/harness/replicated-service-driver.ts',
  'test/phone/harness/foreign.ts',
  'test/phone/harness/phone.ts',
  'test/phone/harness/softphone.ts',
];

/** Live suites without these modules: they start programs themselves, or have calls, audio or name servers in real time. */
const LIVE_BY_THEMSELVES = [
  'additions.live.spec.ts',
  'attempt-forecast.live.spec.ts',
  'calls-credits.live.spec.ts',
  'clients.live.spec.ts',
  'connections-cut.live.spec.ts',
  'copy-embedded.live.spec.ts',
  'database-start.live.spec.ts',
  'demo-phone.live.spec.ts',
  'dials.live.spec.ts',
  'dispatch.live.spec.ts',
  'drain-requests.live.spec.ts',
  'drain.live.spec.ts',
  'embedded-postgres.live.spec.ts',
  'encrypted-legs.live.spec.ts',
  'host-resolver.live.spec.ts',
  'human-calls-dead-worker.live.spec.ts',
  'human-calls-races.live.spec.ts',
  'human-calls-states.live.spec.ts',
  'inspector.live.spec.ts',
  'media-legs.live.spec.ts',
  'media-thread.live.spec.ts',
  'node-dns.live.spec.ts',
  'readme.live.spec.ts',
  'readme.live.spec.ts',
  'redis.live.spec.ts',
  'restore.live.spec.ts',
  'run-tests.live.spec.ts',
  'sip-certificates.live.spec.ts',
  'slow-reader.live.spec.ts',
  'stdio.live.spec.ts',
  'stdio.live.spec.ts',
  'stopped-at-start.live.spec.ts',
  'stt-engines.live.spec.ts',
  'stt-turns.live.spec.ts',
  'webhook-client.live.spec.ts',
  'webhook-snippets.live.spec.ts',
];

const IMPORT = /^(?:import|export)\s(?!type\b)([^;']*)from '(\.[^']+)';$/gmu;

const files = new Map(
  ['src', 'web/src', 'test'].flatMap(filesBelow).map(({ path, text }) => [path, text] as const),
);
const suites = [...files.keys()].filter((path) => path.endsWith('.spec.ts'));

/** Whether each name between the braces of an import is a type. */
function areTypes(names: string): boolean {
  const listed = names.split(/[{},]/u).map((name) => name.trim());
  return listed.every((name) => name === '' || name.startsWith('type '));
}

/** The modules below `test` that a file loads, itself or by others. */
function loaded(path: string, seen = new Set<string>()): Set<string> {
  for (const [, names = '', from = ''] of (files.get(path) ?? '').matchAll(IMPORT)) {
    const target = normalize(join(dirname(path), from));
    const module = [target, `${target}.ts`, join(target, 'index.ts')].find((file) => files.has(file));
    if (!module?.startsWith('test/') || seen.has(module) || areTypes(names)) continue;
    seen.add(module);
    loaded(module, seen);
  }
  return seen;
}

function isLive(path: string): boolean {
  return (
    LIVE_BY_THEMSELVES.includes(basename(path)) || LIVE_MODULES.some((module) => loaded(path).has(module))
  );
}

describe('suites by their kind', () => {
  it('are of modules that exist', () => {
    expect(LIVE_MODULES.filter((path) => !files.has(path))).toEqual([]);
    const names = suites.map((path) => basename(path));
    const known = LIVE_BY_THEMSELVES.map((name) => [name, names.filter((one) => one === name).length]);
    expect(known).toEqual(LIVE_BY_THEMSELVES.map((name) => [name, 1]));
  });

  it('end in .live.spec.ts if they have phones, browsers or whole processes', () =>
    expect(suites.filter((path) => isLive(path) && !path.endsWith('.live.spec.ts'))).toEqual([]));

  it('do not if they have none', () =>
    expect(suites.filter((path) => !isLive(path) && path.endsWith('.live.spec.ts'))).toEqual([]));
});
