import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildWhenNeeded } from '../../scripts/build-when-needed.mjs';
import { pythonClient } from './python-client.mjs';
import { specmatic } from './specmatic.mjs';

/**
 * `npm run conformance`: openapi.yaml before the linters of others, and before Specmatic, which sends its examples to a running
 * service, and before a generator of clients. All at pinned versions; exit 1 when one of them blames something.
 */
const DOCUMENT = resolve('openapi.yaml');
const folder = mkdtempSync(join(tmpdir(), 'aics-conformance-'));
const RULES = join(folder, 'spectral.json');
writeFileSync(
  RULES,
  JSON.stringify({
    extends: [['spectral:oas', 'all']],
    rules: {
      // The areas stand in the order of the Swagger page.
      'openapi-tags-alphabetical': 'off',
      // The operator has no address that the document could know.
      'contact-properties': 'off',
    },
  }),
);

const JUDGES = [
  {
    name: 'Redocly, recommended-strict rules',
    command: ['@redocly/cli@2.77.0', 'lint', DOCUMENT, '--extends', 'recommended-strict'],
  },
  {
    name: 'Spectral, all rules of spectral:oas',
    command: [
      '@stoplight/spectral-cli@6.16.3',
      'lint',
      DOCUMENT,
      '--ruleset',
      RULES,
      '--fail-severity',
      'hint',
    ],
  },
];

try {
  for (const { name, command } of JUDGES) {
    console.log(`\n== ${name}`);
    const { status } = spawnSync('npx', ['--yes', ...command], { stdio: 'inherit', cwd: folder });
    if (status !== 0) process.exitCode = 1;
  }
  console.log('\n== Specmatic, requests to a service of its own');
  await buildWhenNeeded();
  if (!(await specmatic({ document: DOCUMENT, folder }))) process.exitCode = 1;
  console.log('\n== A typed client in Python, made by a public generator');
  if (!(await pythonClient({ document: DOCUMENT, folder }))) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
