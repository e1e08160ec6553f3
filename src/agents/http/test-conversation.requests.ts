import { getSchemaPath } from '@nestjs/swagger';
import type { InnerProblem } from '../../platform/http/fields/field-registry';
import { Choice, Json, Text } from '../../platform/http/fields/fields';
import { TrialRequest, trialProblems } from '../../platform/http/fields/trial.request';
import type { ServiceRequest } from '../../platform/http/request-context';
import { checkFields } from '../../platform/http/fields/validate';
import type { FieldProblem } from '../../platform/kernel/domain-error';
import type { TypedUse } from '../../conversation';
import { spoiltPlaces } from '../../platform/kernel/json-tree';
import { utf8Length } from '../../platform/kernel/text';
import { belowDraft } from '../application/agent-drafts';
import { draftOf } from './agent-input';
import { isObject } from '../../platform/kernel/own';

const LIMITS = { turns: 60, text: 500 } as const;
/** An answer has at most 12 uses in four rounds, and those of a fifth that are skipped. */
const MAX_USES = 40;

export class TestTurnRequest {
  @Choice(['agent', 'contact'], { required: true })
  speaker!: 'agent' | 'contact';

  @Text({ required: true, max: LIMITS.text, description: 'What was said.' })
  text!: string;

  @Json({
    description: 'Of the agent: what it used before it said this, as the answer had it.',
    api: { type: 'array', maxItems: MAX_USES, items: { type: 'object', additionalProperties: true } },
    problemOf: usesProblem,
  })
  tools?: TypedUse[];
}

/** 12 uses of 16 KiB of arguments and 8 KiB of results each, with names and escapes. */
const MAX_USES_BYTES = 512 * 1_024;

function usesProblem(value: unknown): string | InnerProblem[] | undefined {
  if (!Array.isArray(value)) return 'must be an array of {name, arguments, result}';
  if (value.length > MAX_USES) return `must have at most ${MAX_USES} items (it has ${value.length})`;
  const places = spoiltPlaces(value);
  if (places.length > 0) return places;
  const isUse = (use: unknown) =>
    typeof use === 'object' && use !== null && typeof (use as { name?: unknown }).name === 'string';
  if (!value.every(isUse)) return 'must be an array of {name, arguments, result}';
  return utf8Length(JSON.stringify(value)) > MAX_USES_BYTES
    ? `must be at most ${MAX_USES_BYTES / 1_024} KiB as JSON`
    : undefined;
}

export class TestConversationRequest extends TrialRequest {
  @Json({
    description: 'All that was said so far, in order; without it the agent says its opening line.',
    api: { type: 'array', maxItems: LIMITS.turns, items: { $ref: getSchemaPath(TestTurnRequest) } },
    problemOf: turnsProblem,
  })
  turns?: TestTurnRequest[];
}

function turnsProblem(value: unknown): string | InnerProblem[] | undefined {
  if (!Array.isArray(value)) return 'must be an array of turns';
  if (value.length > LIMITS.turns) return `must have at most ${LIMITS.turns} items (it has ${value.length})`;
  return value.flatMap((turn: unknown, at): InnerProblem[] => {
    if (!isObject(turn)) return [{ path: `[${at}]`, message: 'must be a JSON object' }];
    const { problems } = checkFields(TestTurnRequest, turn);
    return problems.map(({ field, message }) => ({ path: `[${at}].${field}`, message }));
  });
}

export function testConversationProblems(request: ServiceRequest, body: unknown): FieldProblem[] {
  const problems = trialProblems(body);
  return problems.length > 0 ? problems : draftProblems(request, body);
}

export function draftProblems({ principal }: ServiceRequest, body: unknown): FieldProblem[] {
  const { draft } = body as { readonly draft?: unknown };
  if (!isObject(draft)) return [];
  return draftOf({ agent: draft }, principal?.countries ?? null).problems.map(belowDraft);
}
