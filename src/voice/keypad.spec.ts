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

test('ends a turn of keys by # or a pause', async () => {
  const { press, time, turns } = keypad();
  await press('12#', 200);
  await press('7', 2_000);
  await time.move(1_000);
  expect(turns).toEqual([
    { text: '[DTMF 12#]', startMs: 0, endMs: 400 },
    { text: '[DTMF 7]', startMs: 600, endMs: 600 },
  ]);
});

test('delays a second turn within a second of the first, with the keys until then', async () => {
  const { press, keys, texts } = keypad();
  await press('1#', 200);
  await press('2#', 200);
  expect(texts()).toEqual(['[DTMF 1#]']);
  expect(keys.isBusy).toBe(true);
  await press('3#', 200);
  expect(texts()).toEqual(['[DTMF 1#]', '[DTMF 2#3#]']);
});

test('does not delay a turn by a key after #', async () => {
  const { press, time, turns } = keypad();
  await press('1#', 200);
  await press('2#3', 200);
  await time.move(400);
  expect(turns.at(-1)).toEqual({ text: '[DTMF 2#3]', startMs: 400, endMs: 800 });
});

test('makes a turn a second of endless #, and loses no key', async () => {
  const { press, time, texts } = keypad();
  await press('#'.repeat(160), 125);
  await time.move(1_000);
  expect(texts().length).toBeLessThanOrEqual(21);
  expect(texts().join('').match(/#/gu)).toHaveLength(160);
});

test('joins keys after 50 turns to the contact’s next words, at most 64', async () => {
  const { press, keys, texts } = keypad();
  await press('#'.repeat(50), 1_000);
  expect(texts()).toHaveLength(50);
  expect(keys.joinedTo('Yes.')).toBe('Yes.');
  await press('12#'.repeat(100), 1_000);
  expect([texts().length, keys.isBusy]).toEqual([50, false]);
  expect(keys.joinedTo('Yes.')).toBe(`[DTMF ${'12#'.repeat(22).slice(0, 64)}] Yes.`);
  expect(keys.joinedTo('Yes.')).toBe('Yes.');
});
