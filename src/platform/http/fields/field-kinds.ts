import type { Field, FieldKind, FieldTable } from '../../kernel/field-table';
import { defaultOf } from '../../kernel/field-table';
import { shownField } from '../../kernel/domain-error';
import { snakeCase } from '../../kernel/snake-case';
import { codePointLength, hasForbiddenCharacters } from '../../kernel/text';
import { readPhoneNumber } from '../../phone-number';
import type { InnerProblem, Problem } from './field-registry';
import { isObject } from '../../kernel/own';

type Found = ReturnType<Problem>;
type Of<Kind extends FieldKind['kind']> = Extract<FieldKind, { kind: Kind }>;

/** The problem of a text; undefined for a valid one. */
export function textProblem(
  value: unknown,
  { min = 0, max }: { min?: number; max: number },
): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (hasForbiddenCharacters(value)) return 'must not hold the NUL character or half of a surrogate pair';
  const length = codePointLength(value);
  if (length < min) return min === 1 ? 'must not be empty' : `must have at least ${min} characters`;
  if (length > max) return `must have at most ${max} characters (it has ${length})`;
  return undefined;
}

export function choiceProblem(value: unknown, values: readonly string[]): string | undefined {
  return typeof value === 'string' && values.includes(value)
    ? undefined
    : `must be one of ${values.join(', ')}`;
}

export function numberProblem(
  value: unknown,
  { min, max, whole }: Omit<Of<'number'>, 'kind'>,
): string | undefined {
  const valid = typeof value === 'number' && Number.isFinite(value) && (!whole || Number.isInteger(value));
  if (!valid) return whole ? 'must be a whole number' : 'must be a number';
  return value >= min && value <= max ? undefined : `must be from ${min} to ${max}`;
}

export function phoneProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  const read = readPhoneNumber(value);
  return typeof read === 'string' ? read : undefined;
}

/** The problem of a value of this kind; undefined for a valid one. */
export function kindProblem(type: FieldKind, value: unknown): Found {
  switch (type.kind) {
    case 'text':
      return (
        textProblem(value, { min: type.min, max: type.max ?? Infinity }) ?? type.problemOf?.(value as string)
      );
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'choice':
      return choiceProblem(value, type.values);
    case 'number':
      return numberProblem(value, type);
    case 'phone':
      return phoneProblem(value);
    case 'object':
      return isObject(value) ? objectProblems(type, value) : `must be ${nounOf(type)}`;
    case 'free':
      return isObject(value) ? undefined : 'must be a JSON object';
    case 'list':
      return listProblems(type, value);
  }
}

function listProblems(type: Of<'list'>, value: unknown): Found {
  if (!Array.isArray(value)) return `must be an array of ${pluralOf(type.item.type)}`;
  if (type.problemOf) return type.problemOf(value);
  const { minItems = 0 } = type;
  if (value.length < minItems) return `must have at least ${minItems} item${minItems === 1 ? '' : 's'}`;
  if (value.length > type.maxItems)
    return `must have at most ${type.maxItems} items (it has ${value.length})`;
  return value.flatMap((item, at) => below(`[${at}]`, kindProblem(type.item.type, item)));
}

function objectProblems({ fields, readOnly }: Of<'object'>, value: Record<string, unknown>): InnerProblem[] {
  const sent = new Map(Object.entries(value));
  const known = Object.entries(fields).flatMap(([property, field]) => {
    const name = snakeCase(property);
    const found = childProblem(field, sent.get(name));
    sent.delete(name);
    return below(`.${name}`, found);
  });
  const unknown = [...sent.keys()].map((name) => ({
    path: `.${shownField(name)}`,
    message: readOnly?.includes(name) ? 'is read-only' : 'is not a known field',
  }));
  return [...known, ...unknown];
}

function childProblem({ type, options }: Field, value: unknown): Found {
  if (value === undefined) return options.required ? 'is required' : undefined;
  if (value === null && (options.nullable || options.nullIsDefault)) return undefined;
  return kindProblem(type, value);
}

function below(path: string, found: Found): InnerProblem[] {
  if (found === undefined) return [];
  if (typeof found === 'string') return [{ path, message: found }];
  return found.map((inner) => ({ path: `${path}${inner.path}`, message: inner.message }));
}

function nounOf(type: Of<'object'>): string {
  return `{${namesOf(type.fields).join(', ')}}`;
}

function pluralOf(item: FieldKind): string {
  if (item.kind === 'text') return 'strings';
  if (item.kind === 'phone') return 'phone numbers';
  if (item.kind === 'choice') return `values of ${item.values.join(', ')}`;
  if (item.kind === 'number') return item.whole ? 'whole numbers' : 'numbers';
  return item.kind === 'object' ? nounOf(item) : 'JSON objects';
}

function namesOf(fields: FieldTable): string[] {
  return Object.keys(fields).map(snakeCase);
}

/** Converts a value to the domain's before it is checked; leaves what it cannot convert. */
export function cleanKind(type: FieldKind, value: unknown): unknown {
  switch (type.kind) {
    case 'text':
      return type.trim && typeof value === 'string' ? value.trim() : value;
    case 'phone': {
      const read = typeof value === 'string' ? readPhoneNumber(value) : value;
      return typeof read === 'object' && read !== null && 'e164' in read ? read.e164 : value;
    }
    case 'object':
      return isObject(value)
        ? { ...defaultsOf(type.fields), ...withoutDefaulted(type.fields, value) }
        : value;
    case 'list':
      return Array.isArray(value) && value.length <= type.maxItems
        ? value.map((item) => cleanKind(type.item.type, item))
        : value;
    default:
      return value;
  }
}

/** The values that no default replaces. */
function withoutDefaulted(fields: FieldTable, value: Record<string, unknown>): Record<string, unknown> {
  const defaulted: string[] = Object.entries(fields).flatMap(([property, { options }]) =>
    options.nullIsDefault ? [snakeCase(property)] : [],
  );
  if (defaulted.length === 0) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name, sent]) => sent !== null || !defaulted.includes(name)),
  );
}

function defaultsOf(fields: FieldTable): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([property, field]) => {
      const value = defaultOf(field);
      return value === undefined ? [] : [[snakeCase(property), value]];
    }),
  );
}

/** The schema of a request's value. */
export function schemaOf(type: FieldKind): Record<string, unknown> {
  switch (type.kind) {
    case 'text':
      return {
        type: 'string',
        ...(type.max === null ? {} : { maxLength: type.max }),
        ...(type.min > 0 ? { minLength: type.min } : {}),
      };
    case 'flag':
      return { type: 'boolean' };
    case 'choice':
      return { type: 'string', enum: [...type.values] };
    case 'number':
      return { type: type.whole ? 'integer' : 'number', minimum: type.min, maximum: type.max };
    case 'phone':
      return { type: 'string' };
    case 'free':
      return { type: 'object', additionalProperties: true };
    case 'list':
      return {
        type: 'array',
        ...(type.minItems === undefined ? {} : { minItems: type.minItems }),
        maxItems: type.maxItems,
        items: schemaOf(type.item.type),
      };
    case 'object':
      return objectSchema(type.fields);
  }
}

function objectSchema(fields: FieldTable): Record<string, unknown> {
  const all = Object.entries(fields).map(([property, field]) => [snakeCase(property), field] as const);
  const required = all.filter(([, { options }]) => options.required).map(([name]) => name);
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(
      all.map(([name, { type, options }]) => [
        name,
        {
          ...schemaOf(type),
          ...(options.description === undefined ? {} : { description: options.description }),
          ...(options.nullable || options.nullIsDefault ? { nullable: true } : {}),
          ...(options.required || defaultOf({ type, options }) === undefined
            ? {}
            : { default: defaultOf({ type, options }) }),
        },
      ]),
    ),
  };
}
