import type { MediaCapacity } from '../../carriers';
import type { Clock } from '../../platform/clock';
import type { OutboxListener } from '../../platform/events/outbox-listener';
import type { OutboxNotifier } from '../../platform/events/outbox-notifier';
import type { Sweeps } from '../../platform/sweeps';
import type { TrunkChannels } from '../../trunks';
import type { LegDrain } from './leg-drain';
import { TrunkDispatchLoop } from './trunk-dispatch-loop';

test('reads again after a read before the start of the service', async () => {
  const free = jest.fn(() => Promise.resolve({ ids: [], pairs: [], nextAt: null, isIdle: true }));
  const loop = new TrunkDispatchLoop(
    {} as Clock,
    {} as Sweeps,
    {} as OutboxNotifier,
    {} as OutboxListener,
    { free } as unknown as TrunkChannels,
    { dispatches: true, draining: false } as LegDrain,
    { isFull: false, releasePorts: () => undefined } as unknown as MediaCapacity,
  );
  await loop.poll();
  expect(free).not.toHaveBeenCalled();
  loop.onApplicationBootstrap();
  await loop.poll();
  expect(free).toHaveBeenCalledTimes(1);
});
