import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const CONFIG = join(ROOT, '.dependency-cruiser.cjs');

interface Rule {
  readonly name: string;
  readonly severity: string;
}

/** The folders of `npm run check:imports`. */
const FOLDERS = ['src', 'migrations', 'scripts', 'tools', 'test/fakes', 'web/src'];

const { forbidden } = createRequire(__filename)(CONFIG) as { forbidden: Rule[] };
const RULES = forbidden.filter(({ severity }) => severity === 'error').map(({ name }) => name);

/** For each rule, files of which one breaks it. */
const SEEDS: Record<string, Record<string, string>> = {
  'the-page-stands-alone': {
    'web/src/lib/nosy.ts': `export * from '../../../src/calls/domain/limits';`,
    'src/calls/domain/limits.ts': `export const limits = 1;`,
  },
  'nobody-imports-the-page': {
    'src/platform/curious.ts': `export * from '../../web/src/lib/words';`,
    'web/src/lib/words.ts': `export const words = 1;`,
  },
  'pages-share-nothing': {
    'web/src/pages/home/borrowed.ts': `export * from '../calls/own';`,
    'web/src/pages/calls/own.ts': `export const own = 1;`,
  },
  'components-are-below-the-layout': {
    'web/src/components/table/upward.ts': `export * from '../../layout/frame';`,
    'web/src/layout/frame.ts': `export const frame = 1;`,
  },
  'live-audio-shows-nothing': {
    'web/src/live/shown.ts': `export * from '../messages/words';`,
    'web/src/messages/words.ts': `export const words = 1;`,
  },
  'only-routes-import-pages': {
    'web/src/layout/upward.ts': `export * from '../pages/home/own';`,
    'web/src/pages/home/own.ts': `export const own = 1;`,
  },
  'the-library-of-the-page-is-pure': {
    'web/src/lib/impure.ts': `export * from '../messages/words';`,
    'web/src/messages/words.ts': `export const words = 1;`,
  },
  'no-cycles': {
    'src/calls/domain/round.ts': `import './about'; export const round = 1;`,
    'src/calls/domain/about.ts': `import './round'; export const about = 1;`,
  },
  'domain-is-pure': {
    'src/calls/domain/impure.ts': `import { readFile } from 'node:fs'; export { readFile };`,
  },
  'kernel-is-pure': { 'src/platform/kernel/impure.ts': `import { join } from 'node:path'; export { join };` },
  'shared-kernel-is-pure': {
    'src/shared-kernel/impure.ts': `import { join } from 'node:path'; export { join };`,
  },
  'offline-is-pure': {
    'src/conversation/offline/lexicon/impure.ts': `export * from '../../infrastructure/model/client';`,
    'src/conversation/infrastructure/model/client.ts': `export const client = 1;`,
  },
  'reading-and-dialogue-share-the-lexicon': {
    'src/conversation/offline/reading/aside.ts': `export * from '../dialogue/moves';`,
    'src/conversation/offline/dialogue/moves.ts': `export const moves = 1;`,
  },
  'lexicon-stands-alone': {
    'src/conversation/offline/lexicon/upward.ts': `export * from '../reading/answers';`,
    'src/conversation/offline/reading/answers.ts': `export const answers = 1;`,
  },
  'platform-knows-no-context': {
    'src/platform/nosy.ts': `export * from '../accounts';`,
  },
  'configuration-reads-engine-tables': {
    'src/platform/config/config-speech.ts': `export * from '../../shared-kernel/talk';`,
    'src/shared-kernel/talk.ts': `export const talk = 1;`,
  },
  'mcp-loads-when-used': {
    'src/mcp/application/eager.ts': `export * from './mcp-handler';`,
    'src/mcp/application/mcp-handler.ts': `export const handler = 1;`,
  },
  'migrations-stand-alone': {
    'migrations/follows.ts': `export * from '../src/calls/domain/limits';`,
    'src/calls/domain/limits.ts': `export const limits = 1;`,
  },
  'http-does-not-reach-the-database': {
    'src/calls/http/short.ts': `export * from '../infrastructure/rows';`,
    'src/calls/infrastructure/rows.ts': `export const rows = 1;`,
  },
  'only-modules-import-http': {
    'src/calls/application/upward.ts': `export * from '../http/controller';`,
    'src/calls/http/controller.ts': `export const controller = 1;`,
  },
  'infrastructure-below-application': {
    'src/calls/infrastructure/above.ts': `export * from '../application/service';`,
    'src/calls/application/service.ts': `export const service = 1;`,
  },
  'networks-share-only-shared': {
    'src/carriers/infrastructure/sip/sideways.ts': `export * from '../cloud/gateway';`,
    'src/carriers/infrastructure/cloud/gateway.ts': `export const gateway = 1;`,
  },
  'cloud-adapters-stand-alone': {
    'src/carriers/infrastructure/cloud/plivo/sideways.ts': `export * from '../twilio/rest';`,
    'src/carriers/infrastructure/cloud/twilio/rest.ts': `export const rest = 1;`,
  },
  'no-disk-in-the-media-thread': {
    'src/media/infrastructure/blocks.ts': `import { open } from 'node:fs/promises'; export { open };`,
  },
  'sip-and-media-stand-alone': {
    'src/sip/application/leans.ts': `export * from '../../platform/clock';`,
    'src/platform/clock.ts': `export const clock = 1;`,
  },
  'the-assembly-wires-modules': {
    'src/app.module.ts': `export * from './calls/calls.module';`,
    'src/calls/calls.module.ts': `export const callsModule = 1;`,
  },
  'only-the-assembly-imports-the-assembly': {
    'src/calls/application/outward.ts': `export * from '../../bootstrap/start';`,
    'src/bootstrap/start.ts': `export const start = 1;`,
  },
  'http-knows-no-openapi': {
    'src/platform/http/upward.ts': `export * from '../openapi/document';`,
    'src/platform/openapi/document.ts': `export const document = 1;`,
  },
  'scripts-import-no-tool': {
    'scripts/upward.mjs': `export * from '../tools/bench/figures.mjs';`,
    'tools/bench/figures.mjs': `export const figures = 1;`,
  },
  'tools-share-only-their-lib': {
    'tools/lib/upward.mjs': `export * from '../fuzz/answer-check.mjs';`,
    'tools/fuzz/answer-check.mjs': `export const check = 1;`,
  },
  'tools-know-the-build-only': { 'tools/chaos/inside.mjs': `export * from '../../src/bootstrap/start';` },
  'fakes-stand-alone': { 'test/fakes/leaning.mjs': `export * from '../../src/bootstrap/start';` },
};

/** A forbidden context for each, beside a back door into each. */
for (const name of RULES) {
  const context = /^(?:front-door|map)-of-(.+)$/.exec(name)?.[1];
  if (context === undefined) continue;
  const other = context === 'console' ? 'sip' : context === 'webhooks' ? 'batches' : 'webhooks';
  SEEDS[name] = name.startsWith('map')
    ? { [`src/${context}/application/asks.ts`]: `export * from '../../${other}';` }
    : {
        [`src/${other}/application/behind-${context}.ts`]: `export * from '../../${context}/application/inner';`,
        [`src/${context}/application/inner.ts`]: `export const inner = 1;`,
      };
  SEEDS[name][`src/${context}/index.ts`] = `export const ${context.replace('-', '')} = 1;`;
}

test('catches the seed of every import rule', () => {
  expect(Object.keys(SEEDS).sort()).toEqual([...RULES].sort());
  const folder = mkdtempSync(join(tmpdir(), 'aics-rules-'));
  try {
    writeFileSync(join(folder, 'tsconfig.json'), '{"compilerOptions": {}}');
    for (const files of Object.values(SEEDS)) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
    }
    expect([...brokenRules(folder)].sort()).toEqual([...RULES].sort());
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('allows only folders and the files that start the service at the root of src', () => {
  const files = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name).sort()).toEqual(['app.module.ts', 'main.ts']);
});

function brokenRules(folder: string): Set<string> {
  const bin = join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  let output: string;
  try {
    output = execFileSync(process.execPath, [bin, '--config', CONFIG, '--output-type', 'json', ...FOLDERS], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    // It exits with the number of violations.
    output = (error as { stdout: string }).stdout;
  }
  const { summary } = JSON.parse(output) as { summary: { violations: { rule: Rule }[] } };
  return new Set(
    summary.violations.filter(({ rule }) => rule.severity === 'error').map(({ rule }) => rule.name),
  );
}
