import { HandMovedTime } from '../../test/harness/simulated-network';
import { Keypad, type KeyTurn } from './keypad';

function keypad() {
  const time = new HandMovedTime();
  const began = time.nowMs;
  const turns: KeyTurn[] = [];
  const keys = new Keypad(
    time,
    () => time.nowMs - began,
    (turn) => turns.push(turn),
  );
  /** Presses these keys, one each `everyMs`. */
  const press = async (text: string, everyMs: number) => {
    for (const key of text) {
      keys.press(key);
      await time.move(everyMs);
    }
  };
  return { time, keys, turns, press, texts: () => turns.map(({ text }) => text) };
}

test('keys are a turn when # or a pause ends them', async () => {
  const { press, time, turns } = keypad();
  await press('12#', 200);
  await press('7', 2_000);
  await time.move(1_000);
  expect(turns).toEqual([
    { text: '[DTMF 12#]', startMs: 0, endMs: 400 },
    { text: '[DTMF 7]', startMs: 600, endMs: 600 },
  ]);
});

test('a second turn within a second of the first comes when that is over, with the keys until then', async () => {
  const { press, keys, texts } = keypad();
  await press('1#', 200);
  await press('2#', 200);
  expect(texts()).toEqual(['[DTMF 1#]']);
  expect(keys.isBusy).toBe(true);
  await press('3#', 200);
  expect(texts()).toEqual(['[DTMF 1#]', '[DTMF 2#3#]']);
});

test('a key after # does not put its turn off', async () => {
  const { press, time, turns } = keypad();
  await press('1#', 200);
  await press('2#3', 200);
  await time.move(400);
  expect(turns.at(-1)).toEqual({ text: '[DTMF 2#3]', startMs: 400, endMs: 800 });
});

test('# without end is a turn a second, and no key is lost', async () => {
  const { press, time, texts } = keypad();
  await press('#'.repeat(160), 125);
  await time.move(1_000);
  expect(texts().length).toBeLessThanOrEqual(21);
  expect(texts().join('').match(/#/gu)).toHaveLength(160);
});

test('after 50 turns further keys join the contact’s next words, at most 64', async () => {
  const { press, keys, texts } = keypad();
  await press('#'.repeat(50), 1_000);
  expect(texts()).toHaveLength(50);
  expect(keys.joinedTo('Yes.')).toBe('Yes.');
  await press('12#'.repeat(100), 1_000);
  expect([texts().length, keys.isBusy]).toEqual([50, false]);
  expect(keys.joinedTo('Yes.')).toBe(`[DTMF ${'12#'.repeat(22).slice(0, 64)}] Yes.`);
  expect(keys.joinedTo('Yes.')).toBe('Yes.');
});
