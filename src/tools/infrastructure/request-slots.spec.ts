import { cpuCost } from '../../../test/harness/cpu-cost';
import { RequestSlots } from './request-slots';

const forever = () => new AbortController().signal;

/** Waiters of the accounts in order; each grant is noted with its slot's release. */
function waiting(accounts: readonly string[]) {
  const slots = new RequestSlots();
  const granted: { readonly account: string; readonly release: () => void }[] = [];
  const acquire = (account: string) =>
    void slots.acquire(account, forever()).then((release) => release && granted.push({ account, release }));
  for (const account of accounts) acquire(account);
  return { granted, acquire };
}
const settle = () => new Promise<void>((done) => setImmediate(done));

it('gives a free slot to the first waiter whose account has room', async () => {
  const { granted, acquire } = waiting([...Array<string>(22).fill('a'), 'b']);
  await settle();
  expect(granted.map(({ account }) => account)).toEqual([...Array<string>(20).fill('a'), 'b']);
  granted[20]?.release();
  granted[0]?.release();
  acquire('a');
  await settle();
  expect(granted.slice(21).map(({ account }) => account)).toEqual(['a']);
});

it('gives no more than 200 slots, and each that is free again', async () => {
  const accounts = Array.from({ length: 250 }, (_, at) => `account ${Math.floor(at / 10)}`);
  const { granted } = waiting(accounts);
  await settle();
  expect(granted).toHaveLength(200);
  for (const { release } of granted.slice()) release();
  await settle();
  expect(granted.map(({ account }) => account)).toEqual(accounts);
});

it('needs linear time for many waiters', () => {
  const cost = (count: number) => cpuCost(1, () => waiting(Array<string>(count).fill('a')));
  cost(2_000);
  const [short, long] = [cost(2_000), cost(16_000)];
  expect(long).toBeLessThan(Math.max(short, 25) * 20);
});
