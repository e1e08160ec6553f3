import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres';
import {
  archivingBeside,
  backUp,
  query,
  recover,
  untilArchived,
} from '../fakes/database/archived-postgres.mjs';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { command } from '../harness/commands';

const AGENT = { name: 'A', language: 'english', opening_line: 'Hello.', system_prompt: 'Be brief.' };
const HOUR_MS = 3_600_000;
const SECRET = { SECRET_KEY: '5'.repeat(64) };

interface Caller {
  readonly account: TestAccount;
  readonly agentId: string;
}

let folder: string;
let original: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let restored: typeof original | undefined;
let service: TestApp;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aics-restore-'));
  const settings = { ...archivingBeside(join(folder, 'original')), fsync: 'off', max_connections: '200' };
  original = await startEmbeddedPostgres({ dataDir: join(folder, 'original'), use: 'command', settings });
  service = await TestApp.start({ ...SECRET, DATABASE_URL: original.url }, original.url);
});
afterAll(async () => {
  await service.stop();
  await restored?.stop();
  await original.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function caller(): Promise<Caller> {
  const account = await service.account();
  return { account, agentId: (await service.api(account).post('/agents', AGENT)).id };
}

let serial = 0;

async function queue({ account, agentId }: Caller, scheduledFor?: Date): Promise<string> {
  const { id } = await service.api(account).post('/calls', {
    agent_id: agentId,
    phone_number: `+91987654${String(3_200 + ++serial)}`,
    ...(scheduledFor && { scheduled_for: scheduledFor.toISOString() }),
  });
  return id;
}

const statusOf = async ({ account }: Caller, id: string) =>
  ((await service.http(account).get(`/calls/${id}`)).body as { status?: string }).status;

const untilCompleted = (of: Caller, id: string) =>
  eventually(async () => expect(await statusOf(of, id)).toBe('completed'), 30_000);

/** A service on the restored database in the place of the one before. */
async function serve(url: string, environment: Record<string, string> = {}): Promise<void> {
  await service.stop();
  service = await TestApp.start({ ...SECRET, DATABASE_URL: url, ...environment }, url);
}

async function json(...words: string[]): Promise<{ code: number; printed: unknown }> {
  const { code, stdout } = await command(service, ...words, '--json');
  return { code, printed: JSON.parse(stdout) };
}

const auditOf = async () => {
  const { code, printed } = await json('audit');
  const { checks } = printed as { checks: { name: string; failures: string[] }[] };
  return { code, failed: checks.filter(({ failures }) => failures.length > 0) };
};

const dials = async (url: string, id: string) =>
  (await query(url, 'SELECT FROM dials WHERE call_id = $1', [id])).length;

test('restores a backup to an instant, shows it with DISPATCH=off, and dispatches again', async () => {
  const [one, other] = [await caller(), await caller()];
  const done = await queue(one);
  await untilCompleted(one, done);
  await backUp(original.url, join(folder, 'original'), join(folder, 'restored'));
  const soon = new Date(service.clock.nowMs() + HOUR_MS);
  const waiting = [await queue(one, soon), await queue(other, soon)] as const;
  const [{ at: instant }] = (await query(original.url, 'SELECT clock_timestamp()::text AS at')) as [
    { at: string },
  ];
  const later = await queue(one, soon);
  await untilArchived(original.url);

  restored = await recover(startEmbeddedPostgres, join(folder, 'restored'), instant);
  const { url } = restored;
  await serve(url, { DISPATCH: 'off' });
  expect((await service.http(one.account).get(`/calls/${later}`)).status).toBe(404);
  expect((await service.http(one.account).get(`/calls/${done}`)).body).toHaveProperty('recording_url');
  expect(await auditOf()).toEqual({ code: 0, failed: [] });
  await service.advance(2 * HOUR_MS);
  expect([await statusOf(one, waiting[0]), await dials(url, waiting[0])]).toEqual(['queued', 0]);

  const before = new Date(Date.parse(instant) + 1_000).toISOString();
  const cancel = ['call', 'cancel', '--created-before', before, '--account'];
  expect((await command(service, 'call', 'cancel')).code).toBe(2);
  expect((await command(service, ...cancel, 'acct_unknown')).code).toBe(1);
  expect(await json(...cancel, one.account.id)).toEqual({
    code: 0,
    printed: { calls_canceled: 1, human_calls_canceled: 0 },
  });

  await serve(url);
  await service.advance(2 * HOUR_MS);
  await untilCompleted(other, waiting[1]);
  expect([await statusOf(one, waiting[0]), await dials(url, waiting[0])]).toEqual(['canceled', 0]);
  expect([await dials(url, waiting[1]), await dials(url, done)]).toEqual([1, 1]);
}, 180_000);
