import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sweeps } from '../../src/platform/sweeps';
import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { HumanCallTests } from '../harness/human-calls';
import {
  connect,
  humanReaches,
  type PhoneScript,
  ScriptedPhones,
  ANSWERS,
  RINGS,
} from '../harness/human-sip';
import { compileThreads, type SipAccount, sipAccount, sipTrunk } from '../harness/sip-accounts';

compileThreads();

let databaseUrl: string;
let shared: Record<string, string>;
let api: TestApp;
let media: TestApp | null;
let phones: ScriptedPhones;
let account: SipAccount;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  shared = { DATABASE_URL: databaseUrl, SECRET_KEY: '9'.repeat(64), PUBLIC_URL: 'http://127.0.0.1:1' };
  api = await TestApp.start({ ...shared, ROLE: 'api' }, databaseUrl);
  phones = await ScriptedPhones.open();
  account = await sipAccount(api, [await sipTrunk(api, phones.address, { channels: '50' })]);
});
beforeEach(async () => {
  media = await TestApp.start({ ...shared, ROLE: 'media', DRAIN_SECONDS: '0' }, databaseUrl);
});
afterEach(async () => {
  await media?.stop();
});
afterAll(async () => {
  await api.stop();
  await phones.close();
  await dropDatabase(databaseUrl);
});

/** Who has answered when misfortune strikes. */
const PHASES = [
  ['the counsellor rings', RINGS, RINGS, 'ringing_counsellor'],
  ['the contact rings', ANSWERS, RINGS, 'connecting'],
  ['they talk', ANSWERS, ANSWERS, 'in_progress'],
] as const;

async function under(counsellor: PhoneScript, contact: PhoneScript, status: string, fields: object = {}) {
  const asked = await connect(api, account, phones, { counsellor, contact }, fields);
  await humanReaches(api, account, asked.id, status);
  const rung = [await phones.phone(asked.counsellor)];
  if (status !== 'ringing_counsellor') rung.push(await phones.phone(asked.contact));
  return { ...asked, rung };
}

async function noneIsOpen(callId: string): Promise<void> {
  const legs = await api.unitOfWork.rows(
    'SELECT ended_at IS NULL AS open, hang_up_owed FROM legs WHERE call_id = $1',
    [callId],
  );
  expect(legs).toEqual(Array.from({ length: 2 }, () => ({ open: false, hang_up_owed: false })));
}

/** Freezes the media process as a kill leaves it: no lease is renewed, nothing is told any more. */
async function kill(): Promise<void> {
  await media!.app.get(Sweeps, { strict: false }).beforeApplicationShutdown();
}

const AFTER_KILL = { ringing_counsellor: 'failed', connecting: 'failed', in_progress: 'completed' } as const;

test.each(PHASES)(
  'hangs up the phones and ends the call when its process dies while %s',
  async (_, counsellor, contact, status) => {
    const { id, rung } = await under(counsellor, contact, status);
    await kill();
    const other = await TestApp.start({ ...shared, ROLE: 'media' }, databaseUrl);
    try {
      await other.advance(16_000);
      const call = await humanReaches(api, account, id, AFTER_KILL[status]);
      expect(call['status_reason']).toBe(
        status === 'in_progress'
          ? 'The talk was cut off: the service that connected it stopped.'
          : 'The carrier knows nothing of the call any more.',
      );
      await other.advance(1_000);
      await eventually(() => {
        expect(rung.map(({ endedBy }) => endedBy)).not.toContain(null);
        return Promise.resolve();
      });
      await noneIsOpen(id);
    } finally {
      await other.stop();
    }
  },
);

test.each(PHASES)(
  'hangs up both phones when the process stops while %s',
  async (_, counsellor, contact, status) => {
    const { id, rung } = await under(counsellor, contact, status);
    await media!.stop();
    media = null;
    const call = await humanReaches(api, account, id, AFTER_KILL[status]);
    expect(call['status_reason']).toBe(
      status === 'in_progress'
        ? 'The talk was ended by the service.'
        : 'The call was stopped before the contact answered.',
    );
    expect(rung.map(({ endedBy }) => endedBy)).not.toContain(null);
    await noneIsOpen(id);
  },
);

test('finds the recording of a process that died, and analyses its call', async () => {
  const folder = { DATA_DIR: mkdtempSync(join(tmpdir(), 'aics-takeover-')) };
  await media!.stop();
  media = await TestApp.start({ ...shared, ...folder, ROLE: 'media', DRAIN_SECONDS: '0' }, databaseUrl);
  const { id } = await under(ANSWERS, ANSWERS, 'in_progress', { analyze: true });
  // A second of audio is written at once.
  await new Promise((resolve) => setTimeout(resolve, 2_300));
  await kill();
  const other = await TestApp.start({ ...shared, ...folder, ROLE: 'all' }, databaseUrl);
  try {
    await other.advance(16_000);
    await humanReaches(api, account, id, 'completed');
    await other.advance(21_000);
    await eventually(async () => {
      await other.advance(1_000);
      expect(await api.api(account).get(`/human-calls/${id}`)).toMatchObject({
        recording_url: expect.any(String),
        // Two seconds are too short: it was looked at.
        analysis: { status: 'skipped', reason: 'too_short' },
      });
    });
  } finally {
    await other.stop();
    rmSync(folder.DATA_DIR, { recursive: true, force: true });
  }
});

test('cancels a call in its process from another one', async () => {
  const { id, rung } = await under(ANSWERS, RINGS, 'connecting');
  await new HumanCallTests(api, account).cancel(id).expect(200);
  await eventually(() => {
    expect(rung.map(({ endedBy }) => endedBy)).toEqual(['them', 'canceled']);
    return Promise.resolve();
  }, 5_000);
  await eventually(() => noneIsOpen(id));
});

test('hangs up a call that was canceled while its process was dead', async () => {
  const { id, rung } = await under(RINGS, RINGS, 'ringing_counsellor');
  await kill();
  await new HumanCallTests(api, account).cancel(id).expect(200);
  const [worker, other] = [
    await TestApp.start({ ...shared, ROLE: 'worker' }, databaseUrl),
    await TestApp.start({ ...shared, ROLE: 'media' }, databaseUrl),
  ];
  await worker.advance(11_000);
  await other.advance(1_000);
  await eventually(() => {
    expect(rung[0]?.endedBy).toBe('canceled');
    return Promise.resolve();
  });
  await noneIsOpen(id);
  for (const service of [worker, other]) await service.stop();
});

test('dials each call once by two processes', async () => {
  const other = await TestApp.start({ ...shared, ROLE: 'media' }, databaseUrl);
  const talks: PhoneScript = (phone) => phone.answer(0, 300);
  const asked = await Promise.all(
    Array.from({ length: 8 }, () => connect(api, account, phones, { counsellor: ANSWERS, contact: talks })),
  );
  for (const { id } of asked) await humanReaches(api, account, id, 'completed');
  for (const { counsellor, contact } of asked) {
    expect([phones.rung.get(counsellor)?.length, phones.rung.get(contact)?.length]).toEqual([1, 1]);
  }
  await other.stop();
});
