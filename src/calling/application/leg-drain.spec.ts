import type { Carrier } from '../../carriers';
import { LegDrain } from './leg-drain';
import { type ActiveLeg, ActiveLegs } from './active-legs';

test('hangs up a dial whose commit crosses the beginning of the drain', async () => {
  const legs = new ActiveLegs();
  let begun: Promise<void> | undefined;
  const unitOfWork = {
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      const result = await work();
      begun = drain.run(0);
      // The commit takes its time, and nobody can take it back.
      await new Promise((resolve) => setTimeout(resolve, 120));
      return result;
    },
  };
  const monitor = { renewLeases: () => Promise.resolve() };
  const lines = { endLease: () => Promise.resolve() };
  const drain = new LegDrain(unitOfWork as never, legs, monitor as never, lines as never, {} as never);
  const leg = { callId: 'call_1', attempt: 1, accountId: 'acct_1' };
  const hungUp: string[] = [];
  const carrier = {
    detach: () => Promise.resolve(false),
    hangUp: (reference: string) => {
      hungUp.push(reference);
      legs.remove(leg);
      return Promise.resolve();
    },
  } as Partial<Carrier> as Carrier;
  await drain.runRound(() => Promise.resolve());
  legs.add({ ...leg, carrier, handler: {} as ActiveLeg['handler'] });
  await begun;
  expect(hungUp).toEqual(['call_1.1']);
});
