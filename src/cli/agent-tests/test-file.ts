import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, isNode, LineCounter, parseDocument, visit } from 'yaml';
import { type AgentTest, agentTestProblems, TEST_NOW } from '../../agents';
import { parseInstant } from '../../platform/kernel/instant';
import { isObject } from '../../platform/kernel/own';

const MAX_FILE_BYTES = 262_144;
const MAX_ALIASES = 50;
const ENDINGS = /\.(?:ya?ml|json)$/iu;
const FIELDS = ['agent', 'tools', 'now', 'tests'];

type Path = readonly (string | number)[];

export interface TestFile {
  readonly name: string;
  /** An id or a name, or the body of POST /agents. */
  readonly agent: string | object | null;
  readonly tools: readonly object[];
  readonly now: Date;
  readonly tests: readonly AgentTest[];
  /** FILE:LINE of a field such as `tools[0].name`. */
  readonly placeOf: (field: string) => string;
}

/** The problems of files: a text line each, with file, line and path. */
export class TestFileProblems extends Error {
  override readonly name = 'TestFileProblems';

  constructor(readonly lines: readonly string[]) {
    super(lines[0] ?? '');
  }
}

/** The file itself, or all of a folder and the folders in it, by name. @throws TestFileProblems */
export function testFilesAt(path: string): readonly string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new TestFileProblems([`${path}: there is no such file or folder.`]);
  if (!stats.isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ENDINGS.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  if (names.length === 0) throw new TestFileProblems([`${path}: has no .yaml, .yml or .json file.`]);
  return names;
}

/** YAML 1.2, or JSON, which is YAML. @throws TestFileProblems */
export function readTestFile(name: string): TestFile {
  const stats = statSync(name, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new TestFileProblems([`${name}: there is no such file.`]);
  if (stats.size > MAX_FILE_BYTES) throw new TestFileProblems([`${name}: must be at most 256 KiB.`]);
  const lines = new LineCounter();
  const source = readFileSync(name, 'utf8');
  const document = parseDocument(source, { version: '1.2', lineCounter: lines, prettyErrors: false });
  const [wrong] = document.errors;
  if (wrong) {
    const { line } = lines.linePos(wrong.pos[0]);
    throw new TestFileProblems([`${name}:${line}: ${wrong.message}`]);
  }
  const value = valueOf(document, name, lines);
  const lineOf = (path: Path) => lines.linePos(offsetOf(document, path)).line;
  const problems = fileProblems(value);
  if (problems.length > 0) {
    throw new TestFileProblems(
      problems.map(({ path, message }) => `${name}:${lineOf(path)}: ${shownPath(path)} ${message}`.trim()),
    );
  }
  const { agent = null, tools = [], now, tests } = value as RawFile;
  return {
    name,
    agent,
    tools,
    now: now === undefined ? TEST_NOW : (parseInstant(now) ?? TEST_NOW),
    tests,
    placeOf: (field) => `${name}:${lineOf(pathOf(field))}`,
  };
}

interface RawFile {
  readonly agent?: string | object;
  readonly tools?: readonly object[];
  readonly now?: string;
  readonly tests: readonly AgentTest[];
}

function valueOf(document: Document, name: string, lines: LineCounter): unknown {
  const tooMany = new TestFileProblems([`${name}: must have at most ${MAX_ALIASES} aliases.`]);
  let aliases = 0;
  visit(document, {
    Alias: (_, alias) => {
      aliases += 1;
      if (aliases > MAX_ALIASES) throw tooMany;
      if (alias.resolve(document)) return;
      const { line } = lines.linePos(alias.range?.[0] ?? 0);
      throw new TestFileProblems([`${name}:${line}: no anchor ${alias.source} stands before the alias`]);
    },
  });
  try {
    // The package also counts the anchor.
    return document.toJS({ maxAliasCount: MAX_ALIASES + 1 });
  } catch (error) {
    // An alias within aliases.
    throw error instanceof ReferenceError ? tooMany : error;
  }
}

interface Problem {
  readonly path: Path;
  readonly message: string;
}

function fileProblems(value: unknown): readonly Problem[] {
  if (!isObject(value)) return [{ path: [], message: 'must have agent and tests' }];
  const { agent, tools, now, tests } = value;
  const problems: Problem[] = Object.keys(value)
    .filter((name) => !FIELDS.includes(name))
    .map((name) => ({ path: [name], message: 'is not known' }));
  const check = (name: string, isRight: boolean, message: string) => {
    if (!isRight) problems.push({ path: [name], message });
  };
  check(
    'agent',
    agent == null || typeof agent === 'string' || isObject(agent),
    'must be an id, a name or an object',
  );
  check(
    'tools',
    tools === undefined || (Array.isArray(tools) && tools.every(isObject)),
    'must be a list of tools',
  );
  const hasTools = Array.isArray(tools) && tools.length > 0;
  check('tools', !hasTools || isObject(agent), 'is only for an agent that is an object');
  check(
    'now',
    now === undefined || (typeof now === 'string' && parseInstant(now) !== undefined),
    'must be an instant such as 2026-01-05T10:00:00+05:30',
  );
  if (tests === undefined) return [...problems, { path: ['tests'], message: 'is required' }];
  return [
    ...problems,
    ...agentTestProblems(tests).map(({ path, message }) => ({ path: ['tests', ...path], message })),
  ];
}

/** The offset of a path, or of its nearest parent that the document has. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}

function shownPath(path: Path): string {
  return path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`))
    .join('');
}

/** `tools[0].name` is tools, 0, name. */
function pathOf(field: string): Path {
  return field
    .split(/[.[\]]+/u)
    .flatMap((part) => (part === '' ? [] : [/^\d+$/u.test(part) ? Number(part) : part]));
}
