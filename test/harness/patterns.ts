import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const SRC = join(__dirname, '../../src');

/** A regular expression of the service and the file that has it. */
export interface FoundPattern {
  readonly file: string;
  readonly pattern: RegExp;
}

/** The files of the service, without their tests. */
function sourceFiles(): string[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.endsWith('.d.ts'))
    .map((file) => join(SRC, file));
}

/** Every regular expression that is written as one. */
export function writtenPatterns(): FoundPattern[] {
  return sourceFiles().flatMap((path) => {
    const found: FoundPattern[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        const pattern = new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
        found.push({ file: relative(SRC, path), pattern });
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest));
    return found;
  });
}

/** The files that build regular expressions, themselves or with `rule`. */
export function buildingFiles(): string[] {
  return sourceFiles().filter((path) => /\bnew RegExp\(|\brule\(/u.test(readFileSync(path, 'utf8')));
}

/**
 * Every regular expression that is built while `act` runs and these files are loaded afresh, with the file that built it.
 * Only what the service itself builds counts, not its packages.
 */
export function builtPatterns(files: readonly string[], act: () => void): FoundPattern[] {
  const found: FoundPattern[] = [];
  const Plain = globalThis.RegExp;
  const note = (made: RegExp): RegExp => {
    const [, maker = ''] = (new Error().stack ?? '').split('\n    at ').slice(2);
    const [, file] = maker.split(`${SRC}/`);
    if (file !== undefined) found.push({ file: file.split(':', 1)[0] ?? '', pattern: made });
    return made;
  };
  globalThis.RegExp = new Proxy(Plain, {
    apply: (_, self, args: [string]) => note(Plain(...args)),
    construct: (_, args: [string]) => note(new Plain(...args)),
  });
  try {
    jest.isolateModules(() => {
      for (const file of files) jest.requireActual(file);
      act();
    });
  } finally {
    globalThis.RegExp = Plain;
  }
  return found;
}
