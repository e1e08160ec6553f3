import { isDay, parseInstant } from '../../platform/kernel/instant';
import { isObject, own, parsedJson } from '../../platform/kernel/own';
import { codePointLength, utf8Length } from '../../platform/kernel/text';
import type { ParameterProblem, ParameterSchema } from './parameters';

const MAX_ARGUMENTS_BYTES = 16_384;
/** The depth of what an engine sends, checked before it is parsed. */
const MAX_DEPTH = 32;
const MAX_PROBLEMS = 20;

export type Arguments = Readonly<Record<string, unknown>>;

export type CheckedArguments =
  { readonly value: Arguments } | { readonly problems: readonly ParameterProblem[] };

/** Reads the arguments that an engine sent; a text is JSON, an empty text no arguments. */
export function readArguments(sent: unknown): CheckedArguments {
  let value: unknown = sent ?? {};
  if (typeof value === 'string') {
    if (utf8Length(value) > MAX_ARGUMENTS_BYTES) return tooLarge();
    if (depthOf(value) > MAX_DEPTH) return wrong('must be nested less deeply');
    value = value.trim() === '' ? {} : parsedJson(value);
    if (value === undefined) return wrong('must be JSON');
  }
  if (!isObject(value)) return wrong('must be a JSON object');
  return utf8Length(JSON.stringify(value)) > MAX_ARGUMENTS_BYTES ? tooLarge() : { value };
}

/** Arguments that fit the schema, converted where text and number stand for each other. */
export function checkArguments(schema: ParameterSchema | null, sent: Arguments): CheckedArguments {
  const problems: ParameterProblem[] = [];
  const value = fit(schema ?? { type: 'object' }, sent, '', problems) as Arguments;
  return problems.length > 0 ? { problems: problems.slice(0, MAX_PROBLEMS) } : { value };
}

function fit(schema: ParameterSchema, sent: unknown, path: string, problems: ParameterProblem[]): unknown {
  const value = convert(schema['type'], sent);
  const report = (message: string) => void problems.push({ path: path === '' ? 'arguments' : path, message });
  const problem = typeProblem(schema['type'], value) ?? valueProblem(schema, value);
  if (problem !== undefined) {
    report(problem);
    return value;
  }
  if (Array.isArray(value)) {
    const items = schema['items'];
    return isObject(items) ? value.map((item, at) => fit(items, item, `${path}[${at}]`, problems)) : value;
  }
  return isObject(value) ? fittedObject(schema, value, path, problems) : value;
}

function fittedObject(
  schema: ParameterSchema,
  value: Record<string, unknown>,
  path: string,
  problems: ParameterProblem[],
): unknown {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, ParameterSchema>>;
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  for (const name of (schema['required'] ?? []) as readonly string[]) {
    if (!Object.hasOwn(value, name)) problems.push({ path: below(name), message: 'is required' });
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const property = own(properties, name);
      if (property) return [name, fit(property, item, below(name), problems)];
      problems.push({ path: below(name).slice(0, 100), message: 'is not known' });
      return [name, item];
    }),
  );
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u;

function convert(type: unknown, sent: unknown): unknown {
  if (type === 'string' && typeof sent === 'number') return String(sent);
  if (typeof sent !== 'string') return sent;
  const text = sent.trim();
  if ((type === 'number' || type === 'integer') && NUMBER.test(text) && text.length < 40) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return sent;
}

function typeProblem(type: unknown, value: unknown): string | undefined {
  switch (type) {
    case 'string':
      return typeof value === 'string' ? undefined : 'must be a string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? undefined : 'must be a number';
    case 'integer':
      return Number.isInteger(value) ? undefined : 'must be a whole number';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'array':
      return Array.isArray(value) ? undefined : 'must be a list';
    case 'object':
      return isObject(value) ? undefined : 'must be a JSON object';
    default:
      return undefined;
  }
}

function valueProblem(schema: ParameterSchema, value: unknown): string | undefined {
  const values = schema['enum'] as readonly unknown[] | undefined;
  if (values && !values.includes(value)) return `must be one of ${values.map(String).join(', ')}`;
  if (typeof value === 'number') return rangeProblem(schema, value, 'minimum', 'maximum', 'be');
  if (Array.isArray(value))
    return rangeProblem(schema, value.length, 'minItems', 'maxItems', 'have as many items');
  if (typeof value !== 'string') return undefined;
  return (
    rangeProblem(schema, codePointLength(value), 'minLength', 'maxLength', 'have as many characters') ??
    formatProblem(schema['format'], value)
  );
}

function rangeProblem(
  schema: ParameterSchema,
  size: number,
  least: string,
  most: string,
  verb: string,
): string | undefined {
  const [min, max] = [own(schema, least) as number | undefined, own(schema, most) as number | undefined];
  if (min !== undefined && size < min) return `must ${verb}: at least ${min}`;
  return max !== undefined && size > max ? `must ${verb}: at most ${max}` : undefined;
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?$/iu;

function formatProblem(format: unknown, value: string): string | undefined {
  switch (format) {
    case 'date':
      return isDay(value) ? undefined : 'must be a date such as 2026-01-31';
    case 'date-time':
      return parseInstant(value) ? undefined : 'must be a date-time such as 2026-01-31T10:00:00+05:30';
    case 'time':
      return TIME.test(value) ? undefined : 'must be a time such as 10:00';
    case 'email':
      return value.length <= 320 && /^[^\s@]+@[^\s@]+$/u.test(value)
        ? undefined
        : 'must be an e-mail address';
    default:
      return undefined;
  }
}

/** The depth of JSON text, without parsing it. */
export function depthOf(text: string): number {
  let [depth, most, inText] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inText) {
      if (character === '\\') at += 1;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === '[' || character === '{') most = Math.max(most, (depth += 1));
    else if (character === ']' || character === '}') depth -= 1;
  }
  return most;
}

function wrong(message: string): CheckedArguments {
  return { problems: [{ path: 'arguments', message }] };
}

function tooLarge(): CheckedArguments {
  return wrong('must be at most 16 KiB as JSON');
}
