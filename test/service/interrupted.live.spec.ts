import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../harness/app';
import { BuiltService, cli } from '../harness/built-service';
import { temporaryFolder } from '../harness/temporary-folder';

const data = temporaryFolder();
const DATA_DIR = data.path;
/** Present from the launch of PostgreSQL to its end. */
const LOCK = join(DATA_DIR, 'postgres/postmaster.pid');

const lies = async (expected: boolean) =>
  eventually(async () => {
    const found = await stat(LOCK).catch(() => null);
    expect(found !== null).toBe(expected);
  }, 20_000);

// Makes the database, and builds what is not built.
beforeAll(async () => {
  expect(await cli({ DATA_DIR }, 'account', 'list')).toMatchObject({ code: 0 });
}, 180_000);
afterAll(() => data.remove());

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a service that gets %s while it starts leaves no PostgreSQL',
  async (signal) => {
    const service = new BuiltService({ DATA_DIR, DRAIN_SECONDS: '1' });
    await lies(true);
    service.kill(signal);
    expect(await service.ended).toBe(0);
    await lies(false);
  },
);
