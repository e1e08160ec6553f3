import { dirname, join, normalize } from 'node:path';
import { filesBelow } from '../harness/source-files';

/** Modules that open phones, browsers or whole processes: what imports them runs in real time. */
const LIVE_MODULES = [
  'test/harness/built-service.ts',
  'test/harness/chromium.ts',
  'test/harness/cloud-fakes/fake-carrier.ts',
  'test/phone/harness/foreign.ts',
  'test/phone/harness/phone.ts',
  'test/phone/harness/softphone.ts',
];

/** Live suites without these modules: they start programs themselves, or have calls, audio or name servers in real time. */
const LIVE_BY_THEMSELVES = [
  'src/media/application/media-legs.live.spec.ts',
  'src/platform/embedded-postgres/embedded-postgres.live.spec.ts',
  'src/platform/outbound/host-resolver.live.spec.ts',
  'src/sip/infrastructure/node-dns.live.spec.ts',
  'src/webhooks/infrastructure/webhook-client.live.spec.ts',
  'test/calls/calls-credits.live.spec.ts',
  'test/calls/dials.live.spec.ts',
  'test/calls/dispatch.live.spec.ts',
  'test/human-calls/human-calls-races.live.spec.ts',
  'test/human-calls/human-calls-states.live.spec.ts',
  'test/openapi/clients.live.spec.ts',
  'test/platform/redis.live.spec.ts',
  'test/platform/slow-reader.live.spec.ts',
  'test/project/run-tests.live.spec.ts',
  'test/service/drain.live.spec.ts',
  'test/speech/demo-phone.live.spec.ts',
  'test/speech/stt-engines.live.spec.ts',
  'test/webhooks/webhook-snippets.live.spec.ts',
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
    const module = [`${target}.ts`, join(target, 'index.ts')].find((file) => files.has(file));
    if (!module?.startsWith('test/') || seen.has(module) || areTypes(names)) continue;
    seen.add(module);
    loaded(module, seen);
  }
  return seen;
}

function isLive(path: string): boolean {
  return LIVE_BY_THEMSELVES.includes(path) || LIVE_MODULES.some((module) => loaded(path).has(module));
}

describe('suites by their kind', () => {
  it('are of modules that are there', () => {
    expect([...LIVE_MODULES, ...LIVE_BY_THEMSELVES].filter((path) => !files.has(path))).toEqual([]);
  });

  it('end in .live.spec.ts if they have phones, browsers or whole processes', () => {
    expect(suites.filter((path) => isLive(path) && !path.endsWith('.live.spec.ts'))).toEqual([]);
  });

  it('do not if they have none', () => {
    expect(suites.filter((path) => !isLive(path) && path.endsWith('.live.spec.ts'))).toEqual([]);
  });
});
