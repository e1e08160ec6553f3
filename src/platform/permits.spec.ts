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
