import { Operations } from '../../src/cli/operations';
import { withContexts } from '../../src/cli/session';
import type { TestApp } from './app';

/** Runs the operator's commands on the database of a service under test. */
export async function withDatabaseOf<T>(
  service: TestApp,
  work: (operations: Operations) => Promise<T>,
): Promise<T> {
  const before = process.env['DATABASE_URL'];
  process.env['DATABASE_URL'] = service.databaseUrl;
  try {
    return await withContexts('settings', (contexts) => work(new Operations(contexts)));
  } finally {
    if (before === undefined) delete process.env['DATABASE_URL'];
    else process.env['DATABASE_URL'] = before;
  }
}
