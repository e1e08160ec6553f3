import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { Provider } from '../harness/far-end';
import { freePort } from '../harness/free-port';
import { ANSWERS, connect, humanWaitsFor, ScriptedPhones } from '../harness/human-sip';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk } from '../harness/sip-accounts';

compileThreads();

const NO_CHANNEL = 'Waiting for a free channel of the trunk.';
/** Longer than a slow machine needs to queue two further calls. */
const TALK_MS = 3_000;

let databaseUrl: string;
let service: TestApp;
let far: Provider;

beforeEach(async () => {
  databaseUrl = await createDatabase();
  far = await Provider.open((call, own, seen) => own.answer(call, seen, TALK_MS));
});
afterEach(async () => {
  await service.stop();
  await far.close();
  await dropDatabase(databaseUrl);
});

/** An even port and the next, both free. */
async function onePair(): Promise<string> {
  for (;;) {
    const port = await freePort();
    if (port % 2 === 0) return `${port}-${port + 1}`;
  }
}

const LIMITS: readonly [string, () => Promise<Record<string, string>>][] = [
  ['RTP_PORTS for one call', async () => ({ RTP_PORTS: await onePair() })],
  ['MEDIA_MAX_CALLS of 1', () => Promise.resolve({ MEDIA_MAX_CALLS: '1' })],
];

test.each(LIMITS)(
  'dials up to the limit with %s: other calls wait uncounted with the reason, and none is refused',
  async (_, limit) => {
    service = await TestApp.start(await limit(), databaseUrl);
    // Two trunks: one turn of the account could begin a call on each.
    const trunks = [await sipTrunk(service, far.address), await sipTrunk(service, far.address)];
    const account = await sipAccount(service, trunks);
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push(await queueCall(service, account, number('0001')));
    await eventually(async () => {
      const waiting = await service.unitOfWork.rows<{ id: string }>(
        `SELECT id FROM calls WHERE status = 'queued' ORDER BY id`,
      );
      expect(waiting).toHaveLength(2);
      for (const { id } of waiting) {
        expect(await service.api(account).get(`/calls/${id}`)).toMatchObject({
          status: 'queued',
          status_reason: NO_CHANNEL,
        });
      }
    }, 5_000);
    expect(await queueCall(service, account, number('0001'))).toBeDefined();
    for (const id of ids) await reaches(service, account, id, 'completed');
    expect(far.mostActive).toBe(1);
    const dials = await service.unitOfWork.rows(
      `SELECT attempt, count(*)::int FROM calls WHERE id = ANY ($1) GROUP BY attempt`,
      [ids],
    );
    expect(dials).toEqual([{ attempt: 1, count: 3 }]);
  },
);

test('lets a human call wait with the reason while a process has ports for one phone alone', async () => {
  service = await TestApp.start({ RTP_PORTS: await onePair() }, databaseUrl);
  const phones = await ScriptedPhones.open();
  const account = await sipAccount(service, [await sipTrunk(service, phones.address)]);
  const { id } = await connect(service, account, phones, { counsellor: ANSWERS, contact: ANSWERS });
  await humanWaitsFor(service, account, id, NO_CHANNEL);
  await phones.close();
});
