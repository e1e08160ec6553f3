import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { Sweeps } from '../../src/platform/sweeps';
import { CloudGateway } from '../../src/carriers/infrastructure/cloud/gateway/cloud-gateway';
import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { reachable, twilioTrunk } from '../harness/cloud-service';
import { type TwilioScript, FakeTwilio } from '../fakes/carriers/twilio.mjs';
import { compileThreads, queueCall, reaches, sipAccount } from '../harness/sip-accounts';
import { changeOf } from '../harness/trunks';

compileThreads();

let databaseUrl: string;
let shared: Record<string, string>;
let api: TestApp;
let media: TestApp;
let twilio: FakeTwilio;

const started = async () =>
  TestApp.start({ ...shared, ...(await reachable()), ROLE: 'media', DRAIN_SECONDS: '0' }, databaseUrl);

beforeAll(async () => {
  databaseUrl = await createDatabase();
  shared = { DATABASE_URL: databaseUrl, SECRET_KEY: '9'.repeat(64), PUBLIC_URL: 'http://127.0.0.1:1' };
  api = await TestApp.start({ ...shared, ROLE: 'api' }, databaseUrl);
  twilio = await FakeTwilio.open();
});
beforeEach(async () => {
  media = await started();
});
afterAll(async () => {
  await api.stop();
  await twilio.close();
  await dropDatabase(databaseUrl);
});

/** A call that this process holds, in the status. */
async function held(script: TwilioScript, status: string) {
  const trunk = await twilioTrunk(media, twilio.url);
  const account = await sipAccount(api, [trunk.id], { carrier: 'twilio' });
  const phone = number('0001');
  twilio.will(phone, script);
  const id = await queueCall(api, account, phone);
  const call = await eventually(async () => {
    const rows = await api.unitOfWork.rows('SELECT status FROM calls WHERE id = $1', [id]);
    const [one] = twilio.callsTo(phone);
    expect([rows, one?.status]).toEqual([[{ status }], expect.any(String)]);
    return one!;
  });
  return { account, id, call, trunkId: trunk.id };
}

/** The process dies, as a kill leaves it: no lease is renewed, nothing is told any more. */
const freeze = () => media.app.get(Sweeps, { strict: false }).beforeApplicationShutdown();

test.each<[string, TwilioScript, string, string, string]>([
  ['talks', {}, 'in_progress', 'completed', 'completed'],
  ['rings', { becomes: 'rings' }, 'dialing', 'failed', 'no-answer'],
  // The request has left, and its answer never came: what it made is found by its numbers.
  [
    'was asked for',
    { becomes: 'rings', answerLost: true, weather: { lost: true } },
    'dialing',
    'failed',
    'no-answer',
  ],
])(
  'hangs up a call that %s by the process that takes over, and does not dial it again',
  async (_what, script, before, after, there) => {
    const { account, id, call } = await held(script, before);
    await freeze();
    const other = await started();
    try {
      await other.advance(16_000);
      await reaches(api, account, id, after);
      await eventually(async () => {
        await other.advance(1_000);
        expect(call.status).toBe(there);
      });
      expect(twilio.callsTo(call.to)).toHaveLength(1);
      const legs = await api.unitOfWork.rows(
        'SELECT ended_at IS NULL AS open, hang_up_owed FROM legs WHERE call_id = $1',
        [id],
      );
      expect(legs).toEqual([{ open: false, hang_up_owed: false }]);
    } finally {
      await other.stop();
      await media.stop();
    }
  },
);

/** Asked for, and found by nothing but its numbers. */
const UNNAMED: TwilioScript = { becomes: 'rings', answerLost: true, weather: { lost: true } };

test('repeats the search for a call of unknown id while the carrier does not list it', async () => {
  const { account, id, call } = await held(UNNAMED, 'dialing');
  await freeze();
  // Nor does it ask the carrier any more.
  await media.app.get(CloudGateway, { strict: false }).close();
  twilio.broken = 503;
  const other = await started();
  try {
    const looks = () => twilio.requests.filter((request) => request.includes(`To=%2B${call.to.slice(1)}`));
    const before = looks().length;
    await other.advance(16_000);
    await reaches(api, account, id, 'failed');
    await eventually(async () => {
      await other.advance(1_000);
      expect(looks().length).toBeGreaterThan(before);
    });
    expect(call.status).toBe('ringing');
    twilio.broken = null;
    await eventually(async () => {
      await other.advance(1_000);
      expect(call.status).toBe('no-answer');
    });
  } finally {
    twilio.broken = null;
    await other.stop();
    await media.stop();
  }
});

test('does not adopt another call to the number during the search', async () => {
  const { account, id, call } = await held(UNNAMED, 'dialing');
  await freeze();
  const other = await started();
  try {
    const leg = await api.unitOfWork.row<{ id: string }>('SELECT id FROM legs WHERE call_id = $1', [id]);
    // As another call's, whose request has just left.
    await api.unitOfWork.affected(
      `INSERT INTO legs (id, account_id, call_id, attempt, try, trunk_id, kind, channels, phone_number, shown_number, began_at)
       SELECT 'leg_later', account_id, call_id, 2, 1, trunk_id, kind, channels, phone_number, shown_number, began_at
       FROM legs WHERE id = $1`,
      [leg?.id],
    );
    await other.advance(16_000);
    await reaches(api, account, id, 'failed');
    for (let look = 0; look < 3; look++) await other.advance(6_000);
    expect(call.status).toBe('ringing');
    await api.unitOfWork.affected(`UPDATE legs SET ended_at = now() WHERE id = 'leg_later'`);
    await eventually(async () => {
      await other.advance(6_000);
      expect(call.status).toBe('no-answer');
    });
  } finally {
    await other.stop();
    await media.stop();
  }
});

test('hangs up a call over a trunk that was disabled meanwhile', async () => {
  const { account, id, call, trunkId } = await held({ becomes: 'rings' }, 'dialing');
  await freeze();
  await new TelephonyOperations(api.app).setTrunk(trunkId, await changeOf({ enabled: 'no' }), false);
  const other = await started();
  try {
    await other.advance(16_000);
    await reaches(api, account, id, 'failed');
    await eventually(async () => {
      await other.advance(1_000);
      expect(call.status).toBe('no-answer');
    });
  } finally {
    await other.stop();
    await media.stop();
  }
});

test.each([
  ['whose request never left', 'contact', null],
  ['that came in, and was not answered yet', 'inbound', 'token'],
])('does not search for a leg %s', async (_what, kind, token) => {
  const { account, id, call, trunkId } = await held({ becomes: 'rings' }, 'dialing');
  const leg = `leg_${kind}`;
  await api.unitOfWork.affected(
    `INSERT INTO legs (id, account_id, call_id, attempt, try, trunk_id, kind, channels, phone_number, shown_number, began_at,
         ended_at, hang_up_owed, token_hash)
       VALUES ($1, $2, $3, 2, 1, $4, $5, 1, '+12025550177', '+12025550100', now(), now(), true, $6)`,
    [leg, account.id, id, trunkId, kind, token === null ? null : Buffer.from(`${kind} ${token}`)],
  );
  await eventually(async () => {
    await media.advance(1_000);
    const row = await api.unitOfWork.row('SELECT hang_up_owed FROM legs WHERE id = $1', [leg]);
    expect(row).toEqual({ hang_up_owed: false });
  });
  await media.advance(6_000);
  expect(twilio.requests.filter((request) => request.includes('12025550177'))).toEqual([]);
  expect(call.status).toBe('ringing');
  await media.stop();
});

test('ends talks with a reason at the carrier and here when the process stops', async () => {
  const { account, id, call } = await held({}, 'in_progress');
  await media.stop();
  expect(await reaches(api, account, id, 'completed')).toMatchObject({ ended_by: 'agent' });
  await eventually(() => {
    expect(call.status).toBe('completed');
    return Promise.resolve();
  });
});
