import { Semaphore } from './semaphore';

test('limits concurrent users, first come first served', async () => {
  const permits = new Semaphore(3);
  expect(await permits.acquire(2)).toBe(2);
  expect(await permits.acquire(2)).toBe(1);
  const order: string[] = [];
  const first = permits.acquire(8).then((granted) => order.push(`first ${granted}`));
  const second = permits.acquire(8).then((granted) => order.push(`second ${granted}`));
  expect(permits.tryAcquire(1)).toBe(0);
  permits.release(2);
  await first;
  permits.release(1);
  await second;
  expect(order).toEqual(['first 2', 'second 1']);
  permits.release(3);
  expect(permits.tryAcquire(8)).toBe(3);
  expect(permits.tryAcquire(8)).toBe(0);
});
