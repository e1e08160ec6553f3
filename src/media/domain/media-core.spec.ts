import { type AudioPath, noDrops } from './audio-path';
import { LevelVad } from './level-vad';
import type { MediaEvent } from './leg-messages';
import { MediaCore } from './media-core';
import type { OpenedPath, PathHooks } from './media-host';

/** A way to the network that does nothing, until it is told to fail. */
class Path implements AudioPath {
  failing = false;
  closed = false;
  sent = 0;
  readonly pressing = false;
  receive(frame: Int16Array): void {
    if (this.failing) throw new Error('a bug');
    frame.fill(0);
  }
  send(): void {
    this.sent += 1;
  }
  skip(): void {}
  press(): boolean {
    return true;
  }
  keyDown(): boolean {
    return true;
  }
  release(): void {}
  onAnswered(): void {}
  statistics() {
    const none = { received: 0, lost: 0, late: 0, concealedMs: 0, jitterMs: 0 };
    return {
      codec: null,
      sent: this.sent,
      ...none,
      lostThere: null,
      roundTripMs: null,
      silentMs: null,
      dropped: noDrops(),
    };
  }
}

/** A core with legs 1 and 2; `opening` holds back the opening of further ones. */
async function setUp() {
  const events: MediaEvent[] = [];
  const paths: Path[] = [];
  const hooks: PathHooks[] = [];
  const state: { opening: Promise<void>; refuse: boolean } = { opening: Promise.resolve(), refuse: false };
  const core = new MediaCore({
    now: () => 0,
    post: (one) => events.push(one),
    makeVoiceDetector: (report) => new LevelVad(report),
    open: async (_options, given): Promise<OpenedPath> => {
      const path = new Path();
      paths.push(path);
      hooks.push(given);
      await state.opening;
      if (state.refuse) throw new Error('no RTP port is free');
      return {
        path,
        port: 4_000,
        stream: null,
        setRemote: () => undefined,
        close: () => (path.closed = true),
      };
    },
  });
  const open = async (leg: number) => {
    core.execute({ leg, do: 'open', options: { kind: 'rtp', host: '' } });
    for (let at = 0; at < 5; at++) await Promise.resolve();
  };
  await open(1);
  await open(2);
  const ends = () => events.filter((one) => one.type === 'closed');
  return { core, events, paths, hooks, state, open, ends };
}

test('ends one leg by its error, with its statistics', async () => {
  const { core, paths, ends } = await setUp();
  core.tick(0);
  paths[0]!.failing = true;
  core.tick(20);
  core.tick(40);
  expect(ends()).toMatchObject([
    { leg: 1, why: 'internal error: a bug', statistics: { sent: 1, clockMs: 20 } },
  ]);
  expect([paths[0]!.closed, paths[1]!.closed, paths[1]!.sent, core.size]).toEqual([true, false, 3, 1]);
});

test('ends a leg whose network path fails', async () => {
  const { hooks, ends } = await setUp();
  hooks[1]!.onFailed(new Error('gone'));
  hooks[1]!.onFailed(new Error('gone'));
  expect(ends()).toMatchObject([{ leg: 2, why: 'internal error: gone' }]);
});

test('releases the ports of a leg that is closed while it opens', async () => {
  const { core, paths, state, ends } = await setUp();
  let go: () => void = () => undefined;
  state.opening = new Promise((resolve) => (go = resolve));
  core.execute({ leg: 3, do: 'open', options: { kind: 'rtp', host: '' } });
  core.execute({ leg: 3, do: 'close' });
  go();
  for (let at = 0; at < 10; at++) await Promise.resolve();
  expect(ends()).toEqual([{ leg: 3, type: 'closed', why: 'closed', statistics: null }]);
  expect([paths[2]!.closed, core.size]).toEqual([true, 2]);
});

test('returns the reason when a leg cannot be opened', async () => {
  const { open, state, ends } = await setUp();
  state.refuse = true;
  await open(3);
  expect(ends()).toEqual([{ leg: 3, type: 'closed', why: 'no RTP port is free', statistics: null }]);
});

test('ignores orders for closed legs, and ends a bridge with either leg', async () => {
  const { core, events } = await setUp();
  core.execute({ leg: 1, do: 'bridge', other: 2 });
  core.execute({ leg: 2, do: 'close' });
  const told = events.length;
  for (const order of ['pause', 'answered', 'record', 'close'] as const) core.execute({ leg: 2, do: order });
  core.execute({ leg: 1, do: 'bridge', other: 2 });
  core.execute({ leg: 9, do: 'clear', requestId: 1 });
  core.tick(0);
  expect(events).toHaveLength(told);
});

test('begins a recording with the requested silence', async () => {
  const { core, events } = await setUp();
  core.execute({ leg: 1, do: 'record', leadMs: 1_510 });
  core.tick(0);
  core.execute({ leg: 1, do: 'stop_recording' });
  const [block, recorded] = events.filter(({ type }) => type === 'block' || type === 'recorded');
  const leadSamples = 8 * 1_520;
  expect(block).toMatchObject({ leg: 1, at: 4 * leadSamples, bytes: 4 * 160 });
  expect(recorded).toMatchObject({ leg: 1, samples: leadSamples + 160 });
});

test('advances the clock of every leg by lost time', async () => {
  const { core, events } = await setUp();
  core.tick(0);
  core.skip(100);
  core.tick(0);
  core.execute({ leg: 1, do: 'statistics', requestId: 7 });
  expect(events.at(-1)).toMatchObject({
    type: 'statistics',
    requestId: 7,
    statistics: { clockMs: 102 * 20 },
  });
});

test('counts running and ended legs in the figures', async () => {
  const { core, events } = await setUp();
  core.tick(0);
  core.execute({ leg: 1, do: 'close' });
  core.tick(20);
  core.execute({ do: 'figures', requestId: 3 });
  expect(events.at(-1)).toMatchObject({
    type: 'figures',
    requestId: 3,
    lateness: { ticks: 2 },
    rtp: { sent: 3 },
  });
});
