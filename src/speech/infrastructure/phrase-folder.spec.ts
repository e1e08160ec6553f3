import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PhraseFolder } from './phrase-folder';

const AUDIO = Int16Array.from({ length: 800 }, (_, at) => at - 400);
const FILE_BYTES = 32 + 1_600;

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'aics-phrases-')), 'speech');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

const files = () => readdirSync(folder);
const only = () => join(folder, files()[0] ?? '');

test('reads what an earlier process wrote, under a name that reveals nothing', async () => {
  await new PhraseFolder(folder).write('Hello Asha', AUDIO);
  await expect(new PhraseFolder(folder).read('Hello Asha')).resolves.toEqual(AUDIO);
  await expect(new PhraseFolder(folder).read('Hello')).resolves.toBeNull();
  expect(files()).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.pcm$/u)]);
  expect(readFileSync(only()).toString('latin1')).not.toContain('Asha');
  expect([statSync(folder).mode & 0o777, statSync(only()).mode & 0o777]).toEqual([0o700, 0o600]);
});

test.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, 900)],
  ['empty', () => Buffer.alloc(0)],
  ['changed in a sample', (bytes: Buffer) => bytes.fill(bytes.readUInt8(100) ^ 1, 100, 101)],
  ['longer', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(2)])],
  ['odd', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(1)])],
])('treats a file that is %s as missing, and replaces it', async (_, damage) => {
  const phrases = new PhraseFolder(folder);
  await phrases.write('Hello', AUDIO);
  writeFileSync(only(), damage(readFileSync(only())));
  await expect(phrases.read('Hello')).resolves.toBeNull();
  await phrases.write('Hello', AUDIO);
  await expect(phrases.read('Hello')).resolves.toEqual(AUDIO);
});

test('does not read a file of another phrase', async () => {
  const phrases = new PhraseFolder(folder);
  await phrases.write('Hello', AUDIO);
  const hello = readFileSync(only());
  await phrases.write('Goodbye', AUDIO);
  for (const name of files()) writeFileSync(join(folder, name), hello);
  await expect(phrases.read('Goodbye')).resolves.toBeNull();
});

test('deletes the least recently used file beyond its bound', async () => {
  const [one, other] = [new PhraseFolder(folder, 10 * FILE_BYTES), new PhraseFolder(folder, 10 * FILE_BYTES)];
  for (let at = 0; at < 10; at++) await (at % 2 === 0 ? one : other).write(`phrase ${at}`, AUDIO);
  expect(files()).toHaveLength(10);
  // All are old, and the first was used just now.
  for (const name of files()) utimesSync(join(folder, name), 1, 1);
  await one.read('phrase 0');
  const third = new PhraseFolder(folder, 10 * FILE_BYTES);
  await third.write('phrase 10', AUDIO);
  const bytes = files().reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  expect(bytes).toBeLessThanOrEqual(9 * FILE_BYTES);
  await expect(third.read('phrase 0')).resolves.toEqual(AUDIO);
  await expect(third.read('phrase 10')).resolves.toEqual(AUDIO);
});

test('does not store what exceeds the bound, and deletes drafts of dead processes', async () => {
  const phrases = new PhraseFolder(folder, 1_700);
  await phrases.write('Hello', AUDIO);
  const abandoned = join(folder, 'abc.pcm.1.part');
  writeFileSync(abandoned, 'half');
  utimesSync(abandoned, 1, 1);
  await phrases.write('long', new Int16Array(2_000));
  await phrases.write('Goodbye', AUDIO);
  expect(files()).toHaveLength(1);
  await expect(phrases.read('Goodbye')).resolves.toEqual(AUDIO);
});

test('continues without a folder that cannot be created', async () => {
  const phrases = new PhraseFolder('/dev/null/speech');
  await expect(phrases.write('Hello', AUDIO)).resolves.toBeUndefined();
  await expect(phrases.read('Hello')).resolves.toBeNull();
});
