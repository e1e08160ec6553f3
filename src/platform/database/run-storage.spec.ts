import { setImmediate as nextTurn } from 'node:timers/promises';
import { RunStorage } from './run-storage';

describe('RunStorage', () => {
  it('returns its own value to each of many runs, in any order of begin and end', async () => {
    const storage = new RunStorage<number>();
    const work = async (value: number) => {
      for (let turn = 0; turn <= value % 7; turn++) {
        expect(storage.current).toBe(value);
        await (turn % 2 === 0 ? nextTurn() : Promise.resolve());
      }
      return storage.current;
    };
    const values = Array.from({ length: 200 }, (_, at) => at);
    const runs = values.map(async (value) => {
      for (let turn = 0; turn < value % 5; turn++) await nextTurn();
      expect(storage.current).toBeUndefined();
      const found = await storage.run(value, () => work(value));
      expect(storage.current).toBeUndefined();
      return found;
    });
    expect(await Promise.all(runs)).toEqual(values);
  });

  it('returns the outer value again after a nested run', async () => {
    const storage = new RunStorage<string>();
    await storage.run('outer', async () => {
      await storage.run('inner', async () => {
        await nextTurn();
        expect(storage.current).toBe('inner');
      });
      expect(storage.current).toBe('outer');
    });
    expect(storage.current).toBeUndefined();
  });

  it('returns none after a run that failed, and works again', async () => {
    const storage = new RunStorage<string>();
    const failing = storage.run('first', () => Promise.reject(new Error('refused')));
    await expect(failing).rejects.toThrow('refused');
    expect(storage.current).toBeUndefined();
    await expect(storage.run('second', () => Promise.resolve(storage.current))).resolves.toBe('second');
  });

  it('returns its value for a while to code that outlives a run', async () => {
    const storage = new RunStorage<string>();
    let look: () => void = () => undefined;
    let late: Promise<string | undefined> | undefined;
    await storage.run('over', () => {
      late = new Promise<void>((resolve) => (look = resolve)).then(() => storage.current);
      return Promise.resolve();
    });
    expect(storage.current).toBeUndefined();
    look();
    await expect(late).resolves.toBe('over');
  });
});
