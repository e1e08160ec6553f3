import { utf8Length } from '../../platform/kernel/text';
import { isDeeperThan } from '../../platform/kernel/json-tree';
import { isObject } from '../../platform/kernel/own';

/** A place below the schema or the arguments, and what is wrong there. */
export interface ParameterProblem {
  readonly path: string;
  readonly message: string;
}

export type ParameterSchema = Readonly<Record<string, unknown>>;

const MAX_SCHEMA_BYTES = 16_384;
const MAX_PROPERTIES = 20;
const MAX_NAME_LENGTH = 64;
/** Nested objects and lists of the schema; the schema itself is the first. */
const MAX_SCHEMA_LEVELS = 3;
/** Nesting of the JSON value, checked before anything recurses. */
const MAX_JSON_DEPTH = 12;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/u;
const PARAMETER_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;
const FORMATS = ['date', 'date-time', 'time', 'email'];

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);

/** The check of each keyword's value, and its noun; keywords that contain schemas are read beside. */
const KEYWORDS = new Map<string, readonly [(value: unknown) => boolean, string]>([
  [
    'type',
    [
      (value) => (PARAMETER_TYPES as readonly unknown[]).includes(value),
      `one of ${PARAMETER_TYPES.join(', ')}`,
    ],
  ],
  ['description', [isText, 'a string']],
  ['title', [isText, 'a string']],
  ['additionalProperties', [(value) => value === false, 'false']],
  ['properties', [isObject, 'a JSON object']],
  ['items', [isObject, 'a schema']],
  ['required', [(value) => Array.isArray(value) && value.every(isText), 'an array of names']],
  [
    'enum',
    [(value) => Array.isArray(value) && value.length > 0 && value.every(isScalar), 'an array of values'],
  ],
  ['minItems', [isCount, 'a whole number']],
  ['maxItems', [isCount, 'a whole number']],
  ['minLength', [isCount, 'a whole number']],
  ['maxLength', [isCount, 'a whole number']],
  ['minimum', [isNumber, 'a number']],
  ['maximum', [isNumber, 'a number']],
  ['format', [(value) => FORMATS.includes(value as string), `one of ${FORMATS.join(', ')}`]],
]);

/** @returns a text about the whole schema, or the problems at places in it; undefined: it is valid */
export function schemaProblems(schema: unknown): string | ParameterProblem[] | undefined {
  if (!isObject(schema)) return 'must be a JSON Schema of an object';
  if (isDeeperThan(schema, MAX_JSON_DEPTH)) return 'must be nested less deeply';
  if (utf8Length(JSON.stringify(schema)) > MAX_SCHEMA_BYTES)
    return `must be at most ${MAX_SCHEMA_BYTES / 1_024} KiB as JSON`;
  const problems = schemaAt(schema, '', 1).filter(({ path }) => path !== '.type');
  if (schema['type'] !== 'object') problems.unshift({ path: '.type', message: 'must be object' });
  return problems.length > 0 ? problems : undefined;
}

export function requiredNames(schema: ParameterSchema | null): readonly string[] {
  return (schema?.['required'] as readonly string[] | undefined) ?? [];
}

export function propertyNames(schema: ParameterSchema | null): readonly string[] {
  return Object.keys((schema?.['properties'] as object | undefined) ?? {});
}

function schemaAt(schema: ParameterSchema, path: string, level: number): ParameterProblem[] {
  const problems: ParameterProblem[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const rule = KEYWORDS.get(keyword);
    if (!rule) problems.push({ path: `${path}.${keyword}`, message: 'is not a known keyword' });
    else if (!rule[0](value)) problems.push({ path: `${path}.${keyword}`, message: `must be ${rule[1]}` });
  }
  const { properties, items, type } = schema;
  const isContainer =
    type === 'object' || type === 'array' || properties !== undefined || items !== undefined;
  if (isContainer && level > MAX_SCHEMA_LEVELS) {
    return [...problems, { path, message: `must be nested at most ${MAX_SCHEMA_LEVELS} levels deep` }];
  }
  return [
    ...problems,
    ...(properties === undefined || isObject(properties)
      ? propertyProblems(schema, properties ?? {}, path, level)
      : []),
    ...(isObject(items) ? schemaAt(items, `${path}.items`, level + 1) : []),
  ];
}

function propertyProblems(
  { required }: ParameterSchema,
  described: Readonly<Record<string, unknown>>,
  path: string,
  level: number,
): ParameterProblem[] {
  const properties = Object.entries(described);
  const problems: ParameterProblem[] = [];
  if (properties.length > MAX_PROPERTIES) {
    problems.push({ path: `${path}.properties`, message: `must have at most ${MAX_PROPERTIES} properties` });
  }
  for (const [name, property] of properties.slice(0, MAX_PROPERTIES)) {
    const at = `${path}.properties.${name}`;
    if (!NAME.test(name) || name.length > MAX_NAME_LENGTH) {
      problems.push({
        path: at,
        message: `must have a name of letters, digits and _, at most ${MAX_NAME_LENGTH}, that begins with no digit`,
      });
    } else if (!isObject(property)) problems.push({ path: at, message: 'must be a schema' });
    else problems.push(...schemaAt(property, at, level + 1));
  }
  const known = new Set(properties.map(([name]) => name));
  const names = Array.isArray(required) && required.every(isText) ? required : [];
  names.forEach((name, at) => {
    if (!known.has(name))
      problems.push({ path: `${path}.required[${at}]`, message: 'must be one of the properties' });
  });
  return problems;
}

function isScalar(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
