import ts from 'typescript';
import { type Counts, violations } from '../harness/limits';
import { filesBelow, type SourceFile, visitNodes } from '../harness/source-files';

const MAX_FILE_LINES = 250;
const MAX_FUNCTION_LINES = 50;
const MAX_CONSTRUCTOR_PARAMETERS = 7;
/** Without specs, which stand beside their file. */
const MAX_FOLDER_FILES = 25;

const files = ['src', 'web/src', 'test', 'tools'].flatMap(filesBelow);
const service = files.filter(({ path }) => path.startsWith('src/') && !path.endsWith('.spec.ts'));
const linesOf = ({ text }: SourceFile) => text.split('\n').length - 1;
const above = (counts: Counts, limit: number) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > limit));

type Sized = readonly [name: string, size: number];

interface Sizes {
  readonly functions: Record<string, number>;
  readonly parameters: Record<string, number>;
}

/** The lines of each function and the parameters of each constructor, by path and name. */
function sizesIn(of: readonly SourceFile[]): Sizes {
  const functions: Sized[] = [];
  const parameters: Sized[] = [];
  for (const file of of) {
    const bodies: (readonly [string, ts.Node])[] = [];
    const root = visitNodes(file, (node, parent) => {
      if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return;
      const name = `${file.path} ${nameOf(node, parent)}`;
      if (ts.isConstructorDeclaration(node)) parameters.push([name, node.parameters.length]);
      if (!isSuite(parent)) bodies.push([name, node]);
    });
    const lineAt = (position: number) => root.getLineAndCharacterOfPosition(position).line;
    for (const [name, node] of bodies)
      functions.push([name, lineAt(node.end) - lineAt(node.getStart(root)) + 1]);
  }
  return { functions: byName(functions), parameters: byName(parameters) };
}

/** Of several with one name in a file, the second largest is `name (2)`. */
function byName(sized: readonly Sized[]): Record<string, number> {
  const counts: Record<string, number> = {};
  const seen = new Map<string, number>();
  for (const [name, size] of sized.toSorted(([, a], [, b]) => b - a)) {
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    counts[nth === 1 ? name : `${name} (${nth})`] = size;
  }
  return counts;
}

/** `describe` has tests as a class has methods. */
function isSuite(parent: ts.Node): boolean {
  return ts.isCallExpression(parent) && /^describe/u.test(calleeOf(parent));
}

/** A function by its own name, that of its variable, or that of the function it is passed to. */
function nameOf(node: ts.SignatureDeclaration, parent: ts.Node): string {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  const name = node.name ?? (parent as Partial<ts.NamedDeclaration>).name;
  if (name && 'text' in name) return name.text;
  return ts.isCallExpression(parent) ? calleeOf(parent) : '(anonymous)';
}

function calleeOf({ expression }: ts.CallExpression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression)) {
    const left = ts.isIdentifier(expression.expression) ? `${expression.expression.text}.` : '';
    return `${left}${expression.name.text}`;
  }
  return ts.isCallExpression(expression) ? calleeOf(expression) : '(call)';
}

/** No shorter file has a function that is too long; constructors are rare enough to be looked for by their name. */
const { functions, parameters } = sizesIn(
  files.filter((file) => linesOf(file) > MAX_FUNCTION_LINES || file.text.includes('constructor(')),
);

describe('sizes of what is written by hand', () => {
  it(`are at most ${MAX_FILE_LINES} lines a file`, () => {
    const counts = Object.fromEntries(files.map((file) => [file.path, linesOf(file)]));
    expect(violations('lines of files', above(counts, MAX_FILE_LINES))).toEqual([]);
  });

  it(`are at most ${MAX_FUNCTION_LINES} lines a function`, () =>
    expect(violations('lines of functions', above(functions, MAX_FUNCTION_LINES))).toEqual([]));

  it(`are at most ${MAX_CONSTRUCTOR_PARAMETERS} parameters a constructor`, () =>
    expect(violations('constructor parameters', above(parameters, MAX_CONSTRUCTOR_PARAMETERS))).toEqual([]));

  it(`are at most ${MAX_FOLDER_FILES} files a folder of the service`, () => {
    const counts: Record<string, number> = {};
    for (const { path } of service) {
      const folder = path.slice(0, path.lastIndexOf('/'));
      counts[folder] = (counts[folder] ?? 0) + 1;
    }
    expect(violations('files of folders', above(counts, MAX_FOLDER_FILES))).toEqual([]);
  });

  it('are counted by name', () => {
    const text = `class A { constructor(a, b) {\n\n\n} run() {} }
      const f = () => {\n}; describe('x', () => { it.each([1])('y', () => {\n}); it.each([1])('z', () => {}); });`;
    expect(sizesIn([{ path: 'a.ts', text }])).toEqual({
      functions: {
        'a.ts constructor': 4,
        'a.ts run': 1,
        'a.ts f': 2,
        'a.ts it.each': 2,
        'a.ts it.each (2)': 1,
      },
      parameters: { 'a.ts constructor': 2 },
    });
  });
});
