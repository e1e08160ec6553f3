import { runCommand } from '../../src/cli/command-line';
import { Operations } from '../../src/cli/operations';
import { withContexts } from '../../src/cli/session';
import type { TestApp } from './app';

/** Does the work of operators' commands on the database of a service under test. */
export function withDatabaseOf<T>(
  service: TestApp,
  work: (operations: Operations) => Promise<T>,
): Promise<T> {
  return onDatabaseOf(service, () => withContexts('settings', (contexts) => work(new Operations(contexts))));
}

/** Runs a command as the command line does, in this process; resolves with what it printed and its exit code. */
export async function command(service: TestApp, ...words: string[]) {
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

async function onDatabaseOf<T>({ databaseUrl, dataDir }: TestApp, work: () => Promise<T>): Promise<T> {
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const before = Object.keys(settings).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, settings);
  try {
    return await work();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
