import { BatchLoader } from './batch-loader';

/** Outside any transaction. */
const nobody = { batchScope: {}, noteWrite: () => undefined };

const double = (asked: number[][]) =>
  new BatchLoader<number, number>(nobody, (questions) => {
    asked.push([...questions]);
    return Promise.resolve(questions.map((question) => question * 2));
  });

test('batches the lookups of one turn, and returns each its own result', async () => {
  const asked: number[][] = [];
  const gathered = double(asked);
  expect(await Promise.all([1, 2, 1].map((question) => gathered.load(question)))).toEqual([2, 4, 2]);
  expect(await gathered.load(5)).toBe(10);
  expect(asked).toEqual([[1, 2, 1], [5]]);
});

test('loads a hundred keys per statement at most', async () => {
  const asked: number[][] = [];
  const gathered = double(asked);
  const questions = Array.from({ length: 250 }, (_, at) => at);
  expect(await Promise.all(questions.map((question) => gathered.load(question)))).toEqual(
    questions.map((question) => question * 2),
  );
  expect(asked.map(({ length }) => length)).toEqual([100, 100, 50]);
});

test('rejects all lookups of a failed batch, and no other', async () => {
  let broken = true;
  const gathered = new BatchLoader<number, number>(nobody, (questions) =>
    broken ? Promise.reject(new Error('gone')) : Promise.resolve([...questions]),
  );
  const both = await Promise.allSettled([gathered.load(1), gathered.load(2)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  broken = false;
  expect(await gathered.load(3)).toBe(3);
});

test('fails when a result is missing instead of returning that of another key', async () => {
  const gathered = new BatchLoader<number, number>(nobody, (questions) =>
    Promise.resolve(questions.slice(1)),
  );
  const both = await Promise.allSettled([gathered.load(1), gathered.load(2)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('queues lookups while the maximum of statements runs, and batches them', async () => {
  const asked: number[][] = [];
  const answer: (() => void)[] = [];
  const gathered = new BatchLoader<number, number>(
    nobody,
    (questions) => {
      asked.push([...questions]);
      return new Promise((resolve) => answer.push(() => resolve([...questions])));
    },
    { concurrency: 1 },
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const replies: Promise<number>[] = [];
  for (let question = 0; question < 120; question++) {
    replies.push(gathered.load(question));
    if (question < 3) await turn();
  }
  await turn();
  expect(asked).toEqual([[0]]);
  answer.shift()?.();
  await turn();
  expect(asked[1]).toHaveLength(100);
  answer.shift()?.();
  await turn();
  answer.shift()?.();
  expect(await Promise.all(replies)).toEqual(Array.from({ length: 120 }, (_, at) => at));
  expect(asked.map(({ length }) => length)).toEqual([1, 100, 19]);
});
