import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config';
import { StartupError } from '../startup-error';

test('refuses a DATA_DIR that is no folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aics-config-'));
  expect(readConfig({ DATA_DIR: folder }).dataDir).toBe(folder);
  expect(readConfig({ DATA_DIR: join(folder, 'new') }).dataDir).toBe(join(folder, 'new'));
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => readConfig({ DATA_DIR: file })).toThrow(
    new StartupError(`DATA_DIR is "${file}", but it must be a folder.`),
  );
});
