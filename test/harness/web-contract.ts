import { MAX_NOTICE_LENGTH } from '../../src/accounts/domain/listening';
import { AGENT_FIELDS } from '../../src/agents/domain/agent-fields';
import { MAX_RULES_BYTES } from '../../src/agents/domain/send-rules';
import { CALL_STATUSES, FINAL_CALL_STATUSES, NOT_REACHED_STATUSES } from '../../src/calls/domain/call-status';
import { DEFAULT_DISPOSITIONS } from '../../src/conversation/domain/talk-analyst';
import type { FieldKind, FieldTable } from '../../src/platform/kernel/field-table';
import { snakeCase } from '../../src/platform/kernel/snake-case';
import { ROLE_NAMES } from '../../src/shared-kernel/roles';

/** What the console shows of the service's tables: limits of fields, statuses, and roles. */
export function webContract(): string {
  return [
    "// Made from the service's tables by `npm run openapi`.",
    constant('AGENT_LIMITS', Object.fromEntries(limitsOf(AGENT_FIELDS))),
    constant('AGENT_RANGES', Object.fromEntries(rangesOf(AGENT_FIELDS))),
    constant('MAX_RULES_BYTES', MAX_RULES_BYTES),
    constant('CALL_STATUSES', CALL_STATUSES),
    constant('FINAL_CALL_STATUSES', FINAL_CALL_STATUSES),
    constant('NOT_REACHED_STATUSES', NOT_REACHED_STATUSES),
    constant('ROLES', ROLE_NAMES),
    constant('MAX_NOTICE_LENGTH', MAX_NOTICE_LENGTH),
    constant('DEFAULT_DISPOSITIONS', DEFAULT_DISPOSITIONS),
    '',
  ].join('\n');
}

/** An object has a line for each property. */
function constant(name: string, value: unknown): string {
  const isObject = typeof value === 'object' && !Array.isArray(value);
  const lines = isObject
    ? Object.entries(value as object).map(
        ([key, item]) => `  ${JSON.stringify(key)}: ${JSON.stringify(item)},\n`,
      )
    : [];
  return `export const ${name} = ${isObject ? `{\n${lines.join('')}}` : JSON.stringify(value)} as const;`;
}

interface Limit {
  /** Code points of a text, or of each entry. */
  readonly length?: number;
  readonly entries?: number;
}

/** Limits by field; those within an object have the path, such as `voicemail.message`. */
function limitsOf(table: FieldTable, prefix = ''): [string, Limit][] {
  return Object.entries(table).flatMap(([name, { type }]) => limitsAt(`${prefix}${snakeCase(name)}`, type));
}

function limitsAt(path: string, type: FieldKind): [string, Limit][] {
  if (type.kind === 'object') return limitsOf(type.fields, `${path}.`);
  if (type.kind === 'text') return type.max === null ? [] : [[path, { length: type.max }]];
  if (type.kind !== 'list') return [];
  const { maxItems: entries, item } = type;
  if (item.type.kind === 'text')
    return [[path, { entries, ...(item.type.max !== null && { length: item.type.max }) }]];
  return [[path, { entries }], ...limitsAt(path, item.type)];
}

function rangesOf(table: FieldTable): [string, [number, number]][] {
  return Object.entries(table).flatMap(([name, { type }]) =>
    type.kind === 'number' ? [[snakeCase(name), [type.min, type.max]]] : [],
  );
}
