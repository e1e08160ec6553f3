import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const CONFIG = resolve(__dirname, 'lint/eslint.config.mjs');

/** The rules of ours that this text breaks, as a file of `src`. */
function broken(text: string): string[] {
  const eslint = resolve(ROOT, 'node_modules/eslint/bin/eslint.js');
  const file = 'src/platform/kernel/own.ts';
  const args = [eslint, '--config', CONFIG, '--stdin', '--stdin-filename', file, '--format', 'json'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, input: text, encoding: 'utf8' });
  const [{ messages }] = JSON.parse(stdout) as [{ messages: { line: number; ruleId: string }[] }];
  return messages.map(({ line, ruleId }) => `${line} ${ruleId}`);
}

test('reports mistakes that no reader would notice', () => {
  const lines = [
    `const WORDS: Readonly<Record<string, string>> = { a: 'b' };`,
    `export const find = (word: string) => WORDS[word];`,
    `export const has = (word: string) => word in WORDS;`,
    `export const fill = (to: Record<string, string>, name: string) => (to[name] = '');`,
    `export const known = (word: 'a') => ({ a: 1 })[word];`,
    `export const at = (list: readonly string[], place: number) => list[place];`,
    `export const bare = (text: string) => text.replace(/[\\s.]+$/u, '');`,
    `export const inside = (text: string) => /^\\s*(.*?)\\s*$/u.exec(text);`,
    `export const composed = (text: string) => text.normalize('NFC');`,
  ];
  expect(broken(lines.join('\n') + '\n')).toEqual([
    '2 service/no-inherited-look-up',
    '3 service/no-inherited-look-up',
    '4 service/no-inherited-look-up',
    '7 regexp/no-super-linear-move',
    '8 regexp/no-super-linear-backtracking',
    '8 regexp/no-super-linear-backtracking',
    '8 regexp/no-super-linear-backtracking',
    '9 no-restricted-syntax',
  ]);
});
