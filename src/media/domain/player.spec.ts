import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Player } from './player';
import { PlayoutBuffer } from './playout-buffer';

const audio = (ms: number, value = 1) => new Int16Array(ms * 8).fill(value);
const settled = async () => {
  for (let at = 0; at < 10; at++) await Promise.resolve();
};

/** A player on a playout buffer; `run` plays so many milliseconds and reports as a leg does. */
function setUp() {
  const buffer = new PlayoutBuffer((name) => player.onMarked(name));
  let refused = 0;
  const player: Player = new Player({
    audio: (samples) => {
      if (!buffer.add(samples)) refused += 1;
    },
    mark: (name) => buffer.mark(name),
  });
  const frame = new Int16Array(160);
  const run = async (ms: number): Promise<number[]> => {
    const heard: number[] = [];
    for (let at = 0; at < ms; at += 20) {
      await settled();
      buffer.read(frame);
      heard.push(frame[0]!);
      player.progress(buffer.position);
    }
    await settled();
    return heard;
  };
  const clear = () => {
    const done = player.clear();
    done(buffer.clear(), buffer.position);
  };
  return { player, buffer, run, clear, refused: () => refused };
}

/** A stream whose chunks come when they are given. */
function stream() {
  const chunks: (Int16Array | Error | null)[] = [];
  let wake: () => void = () => undefined;
  const state = { read: 0, returned: false };
  async function* chunksOf() {
    try {
      for (;;) {
        while (chunks.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        const chunk = chunks.shift() ?? null;
        if (chunk === null) return;
        if (chunk instanceof Error) throw chunk;
        state.read += 1;
        yield chunk;
      }
    } finally {
      state.returned = true;
    }
  }
  const give = (...given: (Int16Array | Error | null)[]) => {
    chunks.push(...given);
    wake();
  };
  return { source: chunksOf(), give, state };
}

test('plays sources one after another', async () => {
  const { player, run } = setUp();
  const ends = [player.play(audio(40, 1)), player.play([audio(20, 2), audio(20, 3)])];
  expect(await run(100)).toEqual([1, 1, 2, 3, 0]);
  expect(await Promise.all(ends)).toEqual([
    { playedMs: 40, ended: 'played' },
    { playedMs: 40, ended: 'played' },
  ]);
});

test('plays a stream as it comes, with silence while it is slow', async () => {
  const { player, run } = setUp();
  const { source, give } = stream();
  const end = player.play(source);
  expect(await run(20)).toEqual([0]);
  give(audio(20, 5));
  expect(await run(40)).toEqual([5, 0]);
  give(audio(20, 6), null);
  expect(await run(40)).toEqual([6, 0]);
  await expect(end).resolves.toEqual({ playedMs: 40, ended: 'played' });
});

test('reads a stream 30 s ahead at most', async () => {
  const { player, run, refused } = setUp();
  const { source, give, state } = stream();
  void player.play(source);
  give(...Array.from({ length: 100 }, () => audio(1_000)));
  await settled();
  for (let at = 0; at < 20; at++) await settled();
  expect(state.read).toBeGreaterThanOrEqual(30);
  expect(state.read).toBeLessThanOrEqual(31);
  expect(player.queuedMs).toBeLessThanOrEqual(30_000);
  await run(2_000);
  expect(state.read).toBeLessThanOrEqual(33);
  expect(refused()).toBe(0);
});

test('plays ten minutes of one array to the end', async () => {
  const { player, run, refused } = setUp();
  const end = player.play(audio(600_000, 4));
  const heard = await run(600_020);
  expect(heard.filter((sample) => sample === 4)).toHaveLength(30_000);
  expect(refused()).toBe(0);
  await expect(end).resolves.toEqual({ playedMs: 600_000, ended: 'played' });
});

test('reports at a clear to each source how much of it was played', async () => {
  const { player, run, clear } = setUp();
  const first = player.play(audio(40));
  await run(40);
  await expect(first).resolves.toMatchObject({ playedMs: 40 });
  const others = [player.play(audio(100)), player.play(audio(100)), player.play(audio(100))];
  await run(140);
  clear();
  expect(await Promise.all(others)).toEqual([
    { playedMs: 100, ended: 'played' },
    { playedMs: 40, ended: 'cleared' },
    { playedMs: 0, ended: 'cleared' },
  ]);
  const next = player.play(audio(20, 9));
  expect(await run(40)).toEqual([9, 0]);
  await expect(next).resolves.toEqual({ playedMs: 20, ended: 'played' });
  expect(player.queuedMs).toBe(0);
});

test('stops a stream that hangs after a clear, without delay for the next one', async () => {
  const { player, run, clear } = setUp();
  const { source, give, state } = stream();
  const end = player.play(source);
  give(audio(40));
  await run(20);
  clear();
  await expect(end).resolves.toEqual({ playedMs: 20, ended: 'cleared' });
  void player.play(audio(20, 8));
  expect(await run(20)).toEqual([8]);
  give(audio(20));
  await settled();
  expect(state.returned).toBe(true);
});

test('resolves a failed source with its failure after its audio, and continues with the next', async () => {
  const { player, run } = setUp();
  const { source, give } = stream();
  const ends = [player.play(source), player.play(audio(20, 7))];
  give(audio(20, 6), new Error('no voice'));
  expect(await run(60)).toEqual([6, 7, 0]);
  const [failed, next] = await Promise.all(ends);
  expect(failed).toMatchObject({ playedMs: 20, ended: 'failed', error: new Error('no voice') });
  expect(next).toMatchObject({ ended: 'played' });
});

test('settles all sources at the end of the leg, at once and later', async () => {
  const { player, run } = setUp();
  const { source } = stream();
  const ends = [player.play(audio(100)), player.play(source)];
  await run(20);
  player.close();
  expect(await Promise.all(ends)).toMatchObject([{ ended: 'closed' }, { playedMs: 0, ended: 'closed' }]);
  await expect(player.play(audio(20))).resolves.toEqual({ playedMs: 0, ended: 'closed' });
});

test('leaves nothing behind after an hour of a tone', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const player: Player = new Player({ audio: (samples) => (given += samples.length), mark: () => undefined });
  let given = 0;
  const block = audio(100);
  void player.play(
    (function* () {
      for (;;) yield block;
    })(),
  );
  const listen = async (progresses: number) => {
    for (let at = 0; at < progresses; at++) {
      player.progress(given - 200_000);
      await Promise.resolve();
      await settled();
    }
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = await listen(2_000);
  const after = await listen(36_000);
  expect(after - before).toBeLessThan(2_000_000);
});

test('releases the memory of a source', async () => {
  const { player, run } = setUp();
  const memory = audio(20, 3);
  void player.play(memory);
  await settled();
  memory.fill(9);
  expect(await run(20)).toEqual([3]);
});
