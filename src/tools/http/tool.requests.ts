import type { ApiPropertyOptions } from '@nestjs/swagger';
import { fieldNames } from '../../platform/http/answers/field-names';
import { AnyText, Choice, Json, JsonObject, NumberBetween, Text } from '../../platform/http/fields/fields';
import { changeRequestOf, newRequestOf } from '../../platform/http/fields/table-requests';
import { schemaProblems } from '../domain/parameters';
import { TOOL_FIELDS } from '../domain/tool-fields';
import {
  fixedArgumentsProblem,
  headersProblem,
  MAX_FIXED,
  MAX_HEADER_LENGTH,
  MAX_HEADERS,
  mockProblem,
  type SentHeader,
  toolUrlProblem,
} from '../domain/tool-values';
import { TOOL_KINDS, type ToolKind } from '../domain/tool';
import { CREATED_TOOL, INVOCATION, REFRESHED_TOOL, ROTATED_TOOL, TOOL } from './tool.answers';
import { DAY_SECONDS } from '../../platform/kernel/time/durations';

const READ_ONLY = fieldNames(TOOL, CREATED_TOOL, ROTATED_TOOL, REFRESHED_TOOL);

const URL_TEXT = {
  description:
    'HTTPS, at a public address. http: {name} of a required parameter or fixed argument may be a path segment or query value.',
  example: 'https://example.com/orders/{order_id}',
  api: { type: 'string', maxLength: 2_048 },
  problemOf: toolUrlProblem,
} as const;

const HEADERS = (isChange: boolean) => ({
  description: isChange
    ? 'Replaces the list; an item without value keeps that of its name.'
    : 'Sent with each request; a value is never shown again.',
  example: [{ name: 'Authorization', value: 'Bearer abc' }],
  api: {
    type: 'array',
    maxItems: MAX_HEADERS,
    items: {
      type: 'object',
      required: isChange ? ['name'] : ['name', 'value'],
      properties: { name: { type: 'string' }, value: { type: 'string', maxLength: MAX_HEADER_LENGTH } },
    },
  } as ApiPropertyOptions,
  problemOf: (value: unknown) => headersProblem(value, isChange),
});

const MOCK = {
  description: 'Any JSON of at most 8 KiB: what test calls get.',
  example: { status: 'shipped' },
  // Any JSON. Swagger makes an object of a field without a schema.
  api: { oneOf: [{}] },
  problemOf: mockProblem,
};

const PARAMETERS = {
  description:
    'http: a JSON Schema of an object, at most 16 KiB, 20 properties and 3 levels. null means none.',
  example: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
  api: { type: 'object', additionalProperties: true },
  problemOf: schemaProblems,
} as const;

const FIXED = {
  description:
    'http: filled by the service, never by the model; {{placeholders}} of the agent, {{phone_number}}, {{external_id}} and {{call_id}}.',
  example: { phone: '{{phone_number}}' },
  api: { type: 'object', maxProperties: MAX_FIXED, additionalProperties: { type: 'string', maxLength: 500 } },
  problemOf: fixedArgumentsProblem,
} as const;

export class CreateToolRequest extends newRequestOf(TOOL_FIELDS) {
  static readonly readOnly = READ_ONLY;

  @Choice(TOOL_KINDS, {
    required: true,
    description: 'A request of yours, or a server of MCP (Streamable HTTP). It never changes.',
  })
  kind!: ToolKind;

  @Json({ required: true, ...URL_TEXT })
  url!: string;

  @Json(HEADERS(false))
  headers?: SentHeader[];

  @Json(MOCK)
  mock_result?: unknown;

  @Json(PARAMETERS)
  parameters?: Record<string, unknown>;

  @Json(FIXED)
  fixed_arguments?: Record<string, string>;
}

export class ChangeToolRequest extends changeRequestOf(TOOL_FIELDS) {
  static readonly readOnly = READ_ONLY;

  @Json({ patch: true, ...URL_TEXT })
  url?: string;

  @Json({ patch: true, ...HEADERS(true) })
  headers?: (Omit<SentHeader, 'value'> & { readonly value?: string | null })[];

  @Json({ patch: true, nullable: true, ...MOCK })
  mock_result?: unknown;

  @Json({ patch: true, nullable: true, ...PARAMETERS })
  parameters?: Record<string, unknown> | null;

  @Json({ patch: true, ...FIXED })
  fixed_arguments?: Record<string, string>;

  @AnyText({
    patch: true,
    format: 'date-time',
    description:
      "The tool's updated_at as last read; when it was saved since, the change is refused with 409.",
    example: '2026-11-20T09:15:00.123Z',
  })
  expected_updated_at?: string;
}

/** One day. */
export const MAX_OVERLAP_SECONDS = DAY_SECONDS;

export class RotateToolSecretRequest {
  static readonly readOnly = READ_ONLY;

  @NumberBetween(0, MAX_OVERLAP_SECONDS, {
    whole: true,
    description: 'The old secret signs beside the new one for so many seconds.',
    default: MAX_OVERLAP_SECONDS,
    example: 3_600,
  })
  previous_valid_for_seconds?: number;
}

export class TryToolRequest {
  static readonly readOnly = fieldNames(INVOCATION);

  @JsonObject({
    description: 'What the tool is used with, fixed arguments, too.',
    example: { order_id: '4711' },
  })
  arguments?: Record<string, unknown>;

  @Text({ max: 128, description: "mcp, required: the server's tool, or its name for the model." })
  function?: string;
}
