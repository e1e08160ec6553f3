import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];

/** Where a program is; undefined when this machine has none. */
export function programAt(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Tests that need foreign programs are skipped without them, with a line as the reason; PHONE_TESTS=required makes
 * that a failure. Jest counts skipped ones.
 */
export function describeWith(programs: readonly string[], name: string, tests: () => void): void {
  const missing = programs.filter((program) => programAt(program) === undefined);
  if (missing.length === 0) {
    describe(name, tests);
    return;
  }
  if (process.env['PHONE_TESTS'] === 'required') {
    test(`${name}: ${missing.join(' and ')} must be installed`, () => expect(missing).toEqual([]));
    return;
  }
  process.stderr.write(`Skipped: ${name}, for want of ${missing.join(' and ')}.\n`);
  describe.skip(name, tests);
}
