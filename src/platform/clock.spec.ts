import { Clock } from './clock';

test('it shows the database’s time, whatever the host’s clock says', async () => {
  const clock = new Clock();
  const error = await clock.synchronise(() => Promise.resolve(new Date(Date.now() + 3_600_000)));
  expect(error).toBeLessThan(-3_590_000);
  expect(clock.nowMs() - Date.now()).toBeGreaterThan(3_590_000);
});

test('it moves when it is told to, and goes on', () => {
  const clock = new Clock();
  const before = clock.nowMs();
  clock.advance(86_400_000);
  expect(clock.nowMs() - before).toBeGreaterThanOrEqual(86_400_000);
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(before + 86_400_000);
});
