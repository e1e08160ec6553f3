import { runCommand } from '../../src/cli/command-line';
import { Operations } from '../../src/cli/operations';
import { withContexts } from '../../src/cli/session';
import type { TestApp } from './app';

/** Where a service has its data. */
type Place = Pick<TestApp, 'databaseUrl' | 'dataDir'>;

/** Does the work of operators' commands on the database of a service under test. */
export function withDatabaseOf<T>(service: Place, work: (operations: Operations) => Promise<T>): Promise<T> {
  return onDatabaseOf(service, () => withContexts('settings', (contexts) => work(new Operations(contexts))));
}

/** Runs a command as the command line does, in this process; resolves with what it printed and its exit code. */
export async function command(service: Place, ...words: string[]) {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    jest.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    }),
  );
  try {
    const code = await onDatabaseOf(service, () => runCommand(words));
    return { code, ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

async function onDatabaseOf<T>({ databaseUrl, dataDir }: Place, work: () => Promise<T>): Promise<T> {
  const { DATABASE_URL: url, DATA_DIR: folder } = process.env;
  Object.assign(process.env, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  try {
    return await work();
  } finally {
    delete process.env['DATABASE_URL'];
    delete process.env['DATA_DIR'];
    Object.assign(
      process.env,
      url !== undefined && { DATABASE_URL: url },
      folder !== undefined && { DATA_DIR: folder },
    );
  }
}
