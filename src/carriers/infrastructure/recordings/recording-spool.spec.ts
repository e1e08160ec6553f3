import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { caughtWarnings } from '../../../../test/harness/caught-warnings';
import { temporaryFolder } from '../../../../test/harness/temporary-folder';
import { RecordingSpool } from './recording-spool';

const SECOND_MS = 1_000;
const REFERENCE = 'call_1.1';

const folder = temporaryFolder();
let logged: unknown[];
beforeEach(() => (logged = caughtWarnings()));
afterAll(() => folder.remove());

/** A spool on a moved clock, whose store fails until `works`. */
function aSpool(process = 'process-1') {
  const state = { nowMs: 0, works: false };
  const attempts: number[] = [];
  const store = {
    add: () => {
      attempts.push(state.nowMs / SECOND_MS);
      return state.works ? Promise.resolve() : Promise.reject(new Error('the store is away'));
    },
  };
  const spool = new RecordingSpool(folder.path, process, store as never, () => state.nowMs);
  const reported: string[] = [];
  const report = ({ reference }: { readonly reference: string }) => {
    reported.push(reference);
    return Promise.resolve();
  };
  /** As the sweep of media processes. */
  const sweep = async (seconds: number, run: () => Promise<unknown> = () => spool.retry(report)) => {
    for (let second = 0; second < seconds; second += 5) {
      state.nowMs += 5 * SECOND_MS;
      await run();
    }
  };
  return { spool, state, attempts, reported, sweep };
}

async function aFile(spool: RecordingSpool) {
  const path = await spool.pathOf(REFERENCE);
  writeFileSync(path, 'RIFF');
  return { path, lengthMs: 1_000, lostMs: 0 };
}

describe('a recording that the store refuses', () => {
  test('is retried after 10, 30 and 60 s, then every 5 minutes', async () => {
    const { spool, attempts, sweep } = aSpool();
    await expect(spool.store(REFERENCE, await aFile(spool))).resolves.toBe(false);
    await sweep(800);
    expect(attempts).toEqual([0, 10, 40, 100, 400, 700]);
    expect(spool.unstored).toBe(1);
    expect(logged).toEqual([
      expect.stringMatching(
        /^the recording of call_1 could not be stored, it is tried again: .*the store is away/,
      ),
    ]);
  });

  test('is reported once when the store accepts it', async () => {
    const { spool, state, attempts, reported, sweep } = aSpool();
    await spool.store(REFERENCE, await aFile(spool));
    await sweep(20);
    state.works = true;
    await sweep(60);
    expect(attempts).toEqual([0, 10, 40]);
    expect(reported).toEqual([REFERENCE]);
    expect(spool.unstored).toBe(0);
  });

  test('is given up once another process has removed it', async () => {
    const { spool, attempts, reported, sweep } = aSpool();
    const file = await aFile(spool);
    await spool.store(REFERENCE, file);
    rmSync(file.path);
    await sweep(60);
    expect([attempts, reported, spool.unstored]).toEqual([[0], [], 0]);
  });

  test('of a dead process is tried at once, then at the same times', async () => {
    const { spool, attempts, sweep } = aSpool('process-2');
    const file = await aFile(aSpool('process-dead').spool);
    await sweep(120, () => spool.store(REFERENCE, file));
    expect(attempts).toEqual([5, 15, 45, 105]);
  });
});

test('does not send a recording again by the sweep that the store is receiving', async () => {
  const accepts: (() => void)[] = [];
  const store = { add: () => new Promise<void>((resolve) => void accepts.push(resolve)) };
  const spool = new RecordingSpool(folder.path, 'process-3', store as never, () => 0);
  const reported: string[] = [];
  const file = await aFile(spool);
  const stored = spool.store(REFERENCE, file);
  const swept = spool.retry(({ reference }) => Promise.resolve(void reported.push(reference)));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(accepts).toHaveLength(1);
  for (const accept of accepts) accept();
  await expect(stored).resolves.toBe(true);
  await swept;
  // The call reports it.
  expect(reported).toEqual([]);
  expect(existsSync(file.path)).toBe(true);
});

test('logs what the disk lost of a recording', async () => {
  const { spool, state } = aSpool('process-4');
  state.works = true;
  await spool.store(REFERENCE, { ...(await aFile(spool)), error: new Error('disk full') });
  expect(logged).toEqual([expect.stringMatching(/^the recording of call_1 has gaps: .*disk full/)]);
});

test('leaves recordings of a dead process that cannot be read now', async () => {
  const { path } = await aFile(aSpool('process-5').spool);
  rmSync(path);
  mkdirSync(path);
  const { spool } = aSpool('process-6');
  for await (const found of spool.findLeft('process-5')) expect(found).toBeNull();
  await spool.forget('process-5');
  expect(existsSync(path)).toBe(true);
  rmSync(path, { recursive: true });
  await spool.forget('process-5');
  await expect(spool.processes()).resolves.not.toContain('process-5');
});
