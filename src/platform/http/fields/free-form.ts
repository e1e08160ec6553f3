import type { ApiPropertyOptions } from '@nestjs/swagger';
import { JsonObject } from './fields';
import type { InnerProblem } from './field-registry';
import { spoiltPlaces } from '../../kernel/json-tree';
import { codePointLength, hasForbiddenCharacters, utf8Length } from '../../kernel/text';

/** Limits of the placeholder values; bytes of JSON. */
const VARIABLES = { keys: 100, keyLength: 64, bytes: 8_192 } as const;

const VARIABLES_SCHEMA: ApiPropertyOptions = {
  type: 'object',
  maxProperties: VARIABLES.keys,
  additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
};

/** In bytes of UTF-8 JSON. */
const MAX_METADATA_BYTES = 8_192;

/** Values for the agent's placeholders. */
export function Variables(
  description = "Values for the agent's placeholders, as of POST /calls.",
): PropertyDecorator {
  const example = { course: 'B.Com' };
  return JsonObject({ description, example, api: VARIABLES_SCHEMA, problemOf: variablesProblem });
}

export function Metadata(example: object): PropertyDecorator {
  const description = 'Returned on the call and its webhooks; at most 8 KB as JSON.';
  return JsonObject({ description, example, problemOf: metadataProblem });
}

/** Completes "variables …". */
function variablesProblem(value: object): string | InnerProblem[] | undefined {
  const { keys, bytes } = VARIABLES;
  const entries = Object.entries(value);
  if (entries.length > keys) return `must have at most ${keys} keys (it has ${entries.length})`;
  const inner = entries.flatMap(([key, item]) => {
    const message = variableProblem(key, item);
    return message === undefined ? [] : [{ path: `.${key}`, message }];
  });
  return inner.length > 0 ? inner : sizeProblem(value, bytes);
}

function variableProblem(key: string, item: unknown): string | undefined {
  if (codePointLength(key) > VARIABLES.keyLength)
    return `must have a key of at most ${VARIABLES.keyLength} characters`;
  if (hasForbiddenCharacters(key))
    return 'must have a key without the NUL character or half of a surrogate pair';
  if (!isScalar(item)) return 'must be a string, a number, true or false';
  return spoiltPlaces(item)[0]?.message;
}

/** Completes "metadata …". */
function metadataProblem(value: object): string | InnerProblem[] | undefined {
  const places = spoiltPlaces(value);
  return places.length > 0 ? places : sizeProblem(value, MAX_METADATA_BYTES);
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number';
}

function sizeProblem(value: object, most: number): string | undefined {
  const bytes = utf8Length(JSON.stringify(value));
  return bytes > most ? `must have at most ${most} bytes as JSON (it has ${bytes})` : undefined;
}
