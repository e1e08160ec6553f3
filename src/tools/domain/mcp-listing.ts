import { codePointLength, firstCodePoints, storable, utf8Length } from '../../platform/kernel/text';
import { isDeeperThan, spoiltPlaces } from '../../platform/kernel/json-tree';
import type { ListedFunction, ToolState } from './tool';
import { isObject } from '../../platform/kernel/own';

/** A tool as a server lists it: any value may be missing or of another type. */
export type OfferedFunction = Readonly<
  Partial<Record<'name' | 'title' | 'description' | 'inputSchema' | 'annotations', unknown>>
>;

/** One page of a server's list. */
export interface ListingPage {
  readonly tools: readonly OfferedFunction[];
  /** undefined: it is the last. */
  readonly nextCursor: string | undefined;
}

export interface ListingChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

const MAX_FUNCTION_LENGTH = 64;
const MAX_NAME_LENGTH = 128;
const MAX_DESCRIPTION_LENGTH = 4_096;
const MAX_SCHEMA_BYTES = 16_384;
const MAX_SCHEMA_LEVELS = 10;
/** The depth of the JSON, checked before any recursion. */
const MAX_DEPTH = 64;
const SAME_FUNCTION = 'Another tool of the server has the same name for the model.';

/** An item that is no object has neither name nor schema, so it is a problem. */
export function listingPage(sent: unknown): ListingPage {
  const { tools, nextCursor } = isObject(sent) ? sent : {};
  return {
    tools: Array.isArray(tools) ? tools.map((tool) => (isObject(tool) ? tool : {})) : [],
    nextCursor: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined,
  };
}

/** The list of a server, as it is stored. @param toolName of the account's tool */
export function listingOf(toolName: string, offered: readonly OfferedFunction[]): ListedFunction[] {
  const listed = offered.map((tool): ListedFunction => {
    const { name, inputSchema, annotations } = tool;
    const [description = ''] = [tool.description, tool.title].filter((text) => typeof text === 'string');
    const text = typeof name === 'string' ? name : '';
    const problem = problemOf(text, inputSchema);
    return {
      name: firstCodePoints(storable(text), MAX_NAME_LENGTH),
      function: '',
      description: firstCodePoints(storable(description), MAX_DESCRIPTION_LENGTH),
      parameters: problem === null && isObject(inputSchema) ? inputSchema : {},
      effect: isObject(annotations) && annotations['readOnlyHint'] === true ? 'read' : 'write',
      problem,
    };
  });
  return withFunctions(toolName, listed);
}

/** Adds the names for the model, `NAME__TOOL`; of two equal names the later one is a problem. */
export function withFunctions(toolName: string, listed: readonly ListedFunction[]): ListedFunction[] {
  const assigned = new Set<string>();
  return listed.map((one) => {
    const called = functionName(toolName, one.name);
    const isDuplicate = assigned.has(called);
    assigned.add(called);
    const problem = one.problem === SAME_FUNCTION ? null : one.problem;
    return { ...one, function: called, problem: problem ?? (isDuplicate ? SAME_FUNCTION : null) };
  });
}

/** A function that may be used, by the server's name or by that for the model. */
export function usableFunction(
  { listed, settings }: Pick<ToolState, 'listed' | 'settings'>,
  name: string,
): ListedFunction | null {
  const found = listed.find((one) => one.name === name) ?? listed.find((one) => one.function === name);
  return found?.problem === null && settings.allowedTools.includes(found.name) ? found : null;
}

export function listingChanges(
  before: readonly ListedFunction[],
  after: readonly ListedFunction[],
): ListingChanges {
  const [known, found] = [textByName(before), textByName(after)];
  const names = [...found.keys()];
  return {
    added: names.filter((name) => !known.has(name)),
    changed: names.filter((name) => known.has(name) && known.get(name) !== found.get(name)),
    removed: [...known.keys()].filter((name) => !found.has(name)),
  };
}

/** All functions of a name: a server may list it twice. */
function textByName(listed: readonly ListedFunction[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const one of listed) texts.set(one.name, `${texts.get(one.name) ?? ''}${JSON.stringify(one)}`);
  return texts;
}

function functionName(toolName: string, name: string): string {
  return `${toolName}__${name.replace(/[^A-Za-z0-9_]/gu, '_')}`.slice(0, MAX_FUNCTION_LENGTH);
}

function problemOf(name: string, schema: unknown): string | null {
  if (name === '' || codePointLength(name) > MAX_NAME_LENGTH) {
    return `Its name must have 1 to ${MAX_NAME_LENGTH} characters.`;
  }
  if (name !== storable(name)) return 'Its name has characters that cannot be stored.';
  if (!isObject(schema) || schema['type'] !== 'object') return 'Its schema must be that of an object.';
  if (isDeeperThan(schema, MAX_DEPTH) || hasMoreLevels(schema)) {
    return `Its schema has more than ${MAX_SCHEMA_LEVELS} levels.`;
  }
  if (spoiltPlaces(schema).length > 0) return 'Its schema has characters that cannot be stored.';
  return utf8Length(JSON.stringify(schema)) > MAX_SCHEMA_BYTES ? 'Its schema has more than 16 KiB.' : null;
}

/** Keywords whose names belong to the schema's author: no level of their own. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/** A level is a schema within a schema that has more below it. */
function hasMoreLevels(root: object): boolean {
  let level: object[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_SCHEMA_LEVELS && level.some(isContainer)) return true;
    level = level.flatMap(schemasBelow);
  }
  return false;
}

function schemasBelow(schema: object): object[] {
  return Object.entries(schema).flatMap(([keyword, value]: [string, unknown]) => {
    if (Array.isArray(value)) return value.filter(isObject);
    if (!isObject(value)) return [];
    return MAPS.has(keyword) ? Object.values(value).filter(isObject) : [value];
  });
}

function isContainer(schema: object): boolean {
  const { type } = schema as { type?: unknown };
  return type === 'object' || type === 'array' || schemasBelow(schema).length > 0;
}
