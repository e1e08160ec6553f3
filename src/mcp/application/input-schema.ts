import { own } from '../../platform/kernel/own';
import type { Json } from '../domain/fitted';
import SCHEMAS from './schemas.gen.json';
import { CONFIRMATION, FLAT_CONTACT, type ToolRow } from './tool';

/** The arguments of a tool as JSON Schema. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

interface OperationSchema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/** Written by `npm run openapi` from the document. */
const OF_OPERATIONS = SCHEMAS as unknown as Readonly<Record<string, OperationSchema>>;

const LIMIT = { type: 'integer', minimum: 1, maximum: 50, default: 20, description: 'How many at most.' };

export function inputSchemaOf(row: ToolRow): InputSchema {
  const { operation, own: owned = {}, without = [], maxItems = {}, acts } = row;
  const schema = operation === undefined ? {} : (own(OF_OPERATIONS, operation) ?? {});
  const fields = Object.entries(schema.properties ?? {})
    .filter(([name]) => !without.includes(name))
    .map(([name, field]) => [name, withMaxItems(withFlatContacts(field), own(maxItems, name))] as const);
  const added = Object.entries(owned).map(([name, { required: _, ...rest }]) => [name, rest] as const);
  const properties = Object.fromEntries<object>([...fields, ...added]);
  if ('limit' in properties) properties['limit'] = LIMIT;
  if (acts?.preview) {
    const description =
      'From the answer to the same call without it, once a person has approved the preview.';
    properties[CONFIRMATION] = { type: 'string', description };
  }
  const ofOwn = Object.entries(owned).flatMap(([name, { required }]) => (required ? [name] : []));
  const required = [...new Set([...(schema.required ?? []), ...ofOwn])].filter(
    (name) => !without.includes(name),
  );
  return { type: 'object', properties, required, additionalProperties: false };
}

/** A list whose items have a contact, with its parts in their place. */
function withFlatContacts(field: { readonly items?: OperationSchema }): object {
  const { contact, ...others } = field.items?.properties ?? {};
  if (!contact) return field;
  return { ...field, items: { ...field.items, properties: { ...others, ...FLAT_CONTACT } } };
}

function withMaxItems(field: object, maxItems: number | undefined): object {
  return maxItems === undefined ? field : { ...field, maxItems };
}

/**
 * Problems of arguments before the API gets them. Values are the API's to judge, but for those of its path and of
 * filters, which are texts whatever was sent.
 */
export function problemsOf(
  args: Json,
  { properties, required }: InputSchema,
  owned: ToolRow['own'] = {},
): string[] {
  const known = Object.keys(properties);
  const unknown = Object.keys(args).filter((name) => own(properties, name) === undefined);
  const missing = required.filter((name) => (own(args, name) ?? null) === null);
  const misread = Object.entries(owned).filter(([name, field]) => {
    return field.required && !missing.includes(name) && typeof own(args, name) !== 'string';
  });
  const limit = own(args, 'limit');
  const isLimitWrong =
    limit !== undefined &&
    'limit' in properties &&
    !(Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= LIMIT.maximum);
  return [
    ...unknown
      .slice(0, 20)
      .map((name) => `${name.slice(0, 64)} is not a known argument: it takes ${known.join(', ') || 'none'}.`),
    ...missing.map((name) => `${name} is required.`),
    ...misread.map(([name]) => `${name} must be a string.`),
    ...(isLimitWrong ? [`limit must be a whole number from 1 to ${LIMIT.maximum}.`] : []),
  ];
}

/** Lists have 20 entries unless more are wanted. */
export function withDefaults(args: Json, { properties }: InputSchema): Json {
  return 'limit' in properties ? { ...args, limit: own(args, 'limit') ?? LIMIT.default } : args;
}
