import { Accounts } from '../../src/accounts';
import { Credits } from '../../src/credits';
import type { Amount } from '../../src/platform/kernel/amount';
import { TestApp } from '../harness/app';

let service: TestApp;
let credits: Credits;
beforeAll(async () => {
  service = await TestApp.start();
  credits = service.app.get(Credits, { strict: false });
});
afterAll(() => service.stop());

async function accountWith(balance: Amount): Promise<string> {
  const { id } = await service.app.get(Accounts, { strict: false }).create({ name: 'Settlements' });
  await credits.open(id, balance);
  return id;
}

/** A call with two minutes reserved, at 6 credits each. */
async function reservedCall(accountId: string) {
  const subjectId = `${accountId}.a`;
  const request = { subjectId, maxMinutes: 2, pricePerMinute: 60_000n };
  await service.unitOfWork.run(() => credits.reserve(accountId, () => [request]));
  return { accountId, subjectId, type: 'ai_call' } as const;
}

it('enters nothing for a call that nobody answered', async () => {
  const accountId = await accountWith(120_000n);
  const call = await reservedCall(accountId);
  expect(await credits.settle({ ...call, talkSeconds: null })).toBe(0n);
  expect(await credits.balance(accountId)).toMatchObject({ balance: 120_000n, reserved: 0n });
  const { rows } = await credits.transactions(accountId, 10);
  expect(rows.map(({ type }) => type)).toEqual(['top_up']);
});

it('charges a call once when one transaction settles it twice', async () => {
  const accountId = await accountWith(120_000n);
  const call = await reservedCall(accountId);
  const settle = () => credits.settle({ ...call, talkSeconds: 30 });
  expect(await service.unitOfWork.run(() => Promise.all([settle(), settle()]))).toEqual([60_000n, 0n]);
  expect(await credits.balance(accountId)).toMatchObject({ balance: 60_000n, reserved: 0n });
});

it('reserves the last credits for an analysis, once', async () => {
  const accountId = await accountWith(9_000n);
  expect(await credits.reserveExact(accountId, `${accountId}.a`, 9_000n)).toBe(true);
  expect(await credits.reserveExact(accountId, `${accountId}.a`, 9_000n)).toBe(true);
  expect(await credits.reserveExact(accountId, `${accountId}.b`, 1n)).toBe(false);
  expect(await credits.balance(accountId)).toMatchObject({ balance: 9_000n, reserved: 9_000n });
});
