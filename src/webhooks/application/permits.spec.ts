import { Permits } from './permits';

test('never more than there are, first come first served', async () => {
  const permits = new Permits(3);
  expect(await permits.take(2)).toBe(2);
  expect(await permits.take(2)).toBe(1);
  const order: string[] = [];
  const first = permits.take(8).then((granted) => order.push(`first ${granted}`));
  const second = permits.take(8).then((granted) => order.push(`second ${granted}`));
  expect(permits.takeNow(1)).toBe(0);
  permits.giveBack(2);
  await first;
  permits.giveBack(1);
  await second;
  expect(order).toEqual(['first 2', 'second 1']);
  permits.giveBack(3);
  expect(permits.takeNow(8)).toBe(3);
  expect(permits.takeNow(8)).toBe(0);
});

test('work that fails gives its permit back', async () => {
  const permits = new Permits(1);
  await expect(permits.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  let most = 0;
  let now = 0;
  await Promise.all(
    Array.from({ length: 20 }, () =>
      permits.run(async () => {
        most = Math.max(most, ++now);
        await new Promise(setImmediate);
        now--;
      }),
    ),
  );
  expect(most).toBe(1);
});
