import { isObject, own } from '../../platform/kernel/own';
import { codePointLength } from '../../platform/kernel/text';

/** A conversation with what is expected of it. */
export interface AgentTest {
  readonly name: string;
  readonly contact?: { readonly name?: string; readonly email?: string } | null;
  readonly variables?: Readonly<Record<string, string | number | boolean>> | null;
  readonly mocks?: Readonly<Record<string, { readonly result?: unknown; readonly error?: string }>> | null;
  /** A step alone is its name. */
  readonly talk: readonly (string | Readonly<Record<string, unknown>>)[];
  readonly expect?: TestExpectations | null;
}

export interface TestExpectations {
  readonly ended_by?: string;
  readonly transferred?: boolean | string;
  readonly disposition?: string | readonly string[];
  readonly answers?: Readonly<Record<string, string | null>>;
  readonly callback_requested?: boolean;
  readonly callback_time_text?: string | null;
  readonly scheduled_callback?: string | null;
  readonly follow_up?: string | null;
  readonly lead_rating?: { readonly min?: number; readonly max?: number };
  readonly asked_not_to_call?: boolean;
  readonly tools?: readonly string[];
  readonly agent_never?: readonly string[];
}

export interface TestProblem {
  /** Below the list of tests. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The time in a test whose file states no other. */
export const TEST_NOW = new Date('2026-01-05T10:00:00+05:30');

export const MAX_TESTS = 100;
const MAX_STEPS = 60;
const MAX_TEXT_LENGTH = 500;

type Check = (value: unknown) => string | undefined;

const text: Check = (value) =>
  typeof value === 'string' && value !== '' && codePointLength(value) <= MAX_TEXT_LENGTH
    ? undefined
    : `must be a text of 1 to ${MAX_TEXT_LENGTH} characters`;
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null ? undefined : check(value);
const flag: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
const always: Check = (value) => (value === true || value === null ? undefined : 'must be true');
const object: Check = (value) => (isObject(value) ? undefined : 'must be an object');
const texts: Check = (value) =>
  Array.isArray(value) && value.length <= 50 && value.every((one) => text(one) === undefined)
    ? undefined
    : 'must be a list of texts';

const textsOf =
  (names: readonly string[]): Check =>
  (value) => {
    if (!isObject(value)) return `must be {${names.join(', ')}}`;
    const wrong = Object.entries(value).find(([, item]) => texts(item) !== undefined)?.[0];
    return (
      onlyKeys(value, names) ?? (wrong === undefined ? undefined : `must have a list of texts in ${wrong}`)
    );
  };
const numbers: Check = (value) =>
  isObject(value) && Object.values(value).every((item) => typeof item === 'number')
    ? onlyKeys(value, ['min', 'max'])
    : 'must be {min, max}';
const contact: Check = (value) =>
  isObject(value) && Object.values(value).every((item) => typeof item === 'string')
    ? onlyKeys(value, ['name', 'email'])
    : 'must be {name, email}';
const answers: Check = (value) =>
  isObject(value) && Object.values(value).every((item) => item === null || typeof item === 'string')
    ? undefined
    : 'must be an object of questions and texts';
const variables: Check = (value) =>
  isObject(value) && Object.values(value).every((item) => typeof item !== 'object')
    ? undefined
    : 'must be an object of names and values';

const STEPS = new Map<string, Check>([
  ['contact', text],
  [
    'keys',
    (value) =>
      typeof value === 'string' && /^[0-9*#]{1,32}$/u.test(value) ? undefined : 'must be keys such as "12#"',
  ],
  ['silence', always],
  ['hang_up', always],
  ['agent', textsOf(['includes', 'excludes', 'one_of'])],
  ['tool', text],
]);
const EXPECT = new Map<string, Check>([
  ['ended_by', text],
  ['transferred', (value) => (typeof value === 'boolean' ? undefined : text(value))],
  ['disposition', (value) => (typeof value === 'string' ? text(value) : texts(value))],
  ['answers', answers],
  ['callback_requested', flag],
  ['callback_time_text', orNull(text)],
  ['scheduled_callback', orNull(text)],
  ['follow_up', orNull(text)],
  ['lead_rating', numbers],
  ['asked_not_to_call', flag],
  ['tools', texts],
  ['agent_never', texts],
]);
const TEST = new Map<string, Check>([
  ['name', text],
  ['contact', orNull(contact)],
  ['variables', orNull(variables)],
  ['mocks', orNull(object)],
  [
    'talk',
    (value) =>
      Array.isArray(value) && value.length <= MAX_STEPS
        ? undefined
        : `must be a list of at most ${MAX_STEPS} steps`,
  ],
  ['expect', orNull(object)],
]);

/** The problems of a list of tests, with their places. */
export function agentTestProblems(value: unknown): readonly TestProblem[] {
  if (!Array.isArray(value)) return [{ path: [], message: 'must be a list of tests' }];
  if (value.length > MAX_TESTS) return [{ path: [], message: `must have at most ${MAX_TESTS} tests` }];
  return value.flatMap((test: unknown, at) => testProblems(test, [at]));
}

function testProblems(test: unknown, path: TestProblem['path']): readonly TestProblem[] {
  if (!isObject(test)) return [{ path, message: 'must be a test' }];
  const missing = ['name', 'talk'].flatMap((name) =>
    own(test, name) === undefined ? [{ path: [...path, name], message: 'is required' }] : [],
  );
  const { talk, expect, mocks } = test;
  return [
    ...missing,
    ...fieldProblems(test, TEST, path),
    ...(Array.isArray(talk)
      ? talk.flatMap((step: unknown, at) => stepProblems(step, [...path, 'talk', at]))
      : []),
    ...(isObject(expect) ? fieldProblems(expect, EXPECT, [...path, 'expect']) : []),
    ...(isObject(mocks)
      ? Object.entries(mocks).flatMap(([name, mock]) =>
          isMock(mock) ? [] : [{ path: [...path, 'mocks', name], message: 'must be {result} or {error}' }],
        )
      : []),
  ];
}

function stepProblems(step: unknown, path: TestProblem['path']): readonly TestProblem[] {
  if (step === 'silence' || step === 'hang_up') return [];
  const names = isObject(step) ? Object.keys(step) : [];
  const [kind, ...others] = names.filter((name) => name !== 'arguments');
  const hasArguments = names.includes('arguments');
  const isOneStep = kind !== undefined && others.length === 0 && (!hasArguments || kind === 'tool');
  if (!isObject(step) || !isOneStep || !STEPS.has(kind)) {
    return [{ path, message: `must be one of ${[...STEPS.keys()].join(', ')}` }];
  }
  return fieldProblems(step, new Map([...STEPS, ['arguments', () => undefined]]), path);
}

function fieldProblems(
  value: Readonly<Record<string, unknown>>,
  fields: ReadonlyMap<string, Check>,
  path: TestProblem['path'],
): readonly TestProblem[] {
  return Object.entries(value).flatMap(([name, item]) => {
    const check = fields.get(name);
    const message = check ? check(item) : 'is not known';
    return message === undefined ? [] : [{ path: [...path, name], message }];
  });
}

function isMock(mock: unknown): boolean {
  if (!isObject(mock) || onlyKeys(mock, ['result', 'error']) !== undefined) return false;
  const { result, error } = mock;
  return error === undefined ? result !== undefined : result === undefined && typeof error === 'string';
}

function onlyKeys(value: object, known: readonly string[]): string | undefined {
  const other = Object.keys(value).find((name) => !known.includes(name));
  return other === undefined ? undefined : `has the unknown field ${other.slice(0, 40)}`;
}
