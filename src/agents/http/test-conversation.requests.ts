import { getSchemaPath } from '@nestjs/swagger';
import { ContactRequest } from '../../platform/http/fields/contact.request';
import type { InnerProblem } from '../../platform/http/fields/field-registry';
import { Choice, Json, JsonObject, Nested, Text } from '../../platform/http/fields/fields';
import { variablesProblem, VARIABLES_SCHEMA } from '../../platform/http/fields/free-form';
import type { ServiceRequest } from '../../platform/http/request-context';
import { checkFields } from '../../platform/http/fields/validate';
import type { FieldProblem } from '../../platform/kernel/domain-error';
import { belowDraft } from '../application/agent-drafts';
import { draftOf } from './agent-input';

const LIMITS = { turns: 60, text: 500, agentId: 64 } as const;

export class TestTurnRequest {
  @Choice(['agent', 'contact'], { required: true })
  speaker!: 'agent' | 'contact';

  @Text({ required: true, max: LIMITS.text, description: 'What was said.' })
  text!: string;
}

export class TestConversationRequest {
  @Text({ max: LIMITS.agentId, description: 'The agent, as it is saved. Either this or draft.' })
  agent_id?: string;

  @JsonObject({
    description: 'An agent as the body of POST /v1/agents would make it. Needs agents:manage.',
    example: { name: 'Asha', opening_line: 'Namaste {{contact_name}}', system_prompt: 'Help to choose.' },
  })
  draft?: object;

  @Nested(() => ContactRequest)
  contact?: ContactRequest;

  @JsonObject({
    description: "Values for the agent's placeholders, as of POST /calls.",
    example: { course: 'B.Com' },
    api: VARIABLES_SCHEMA,
    problemOf: variablesProblem,
  })
  variables?: Record<string, string | number | boolean>;

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
    if (typeof turn !== 'object' || turn === null || Array.isArray(turn))
      return [{ path: `[${at}]`, message: 'must be a JSON object' }];
    const { problems } = checkFields(TestTurnRequest, turn);
    return problems.map(({ field, message }) => ({ path: `[${at}].${field}`, message }));
  });
}

export function testConversationProblems({ principal }: ServiceRequest, body: unknown): FieldProblem[] {
  const { agent_id: id, draft } = body as Partial<Record<keyof TestConversationRequest, unknown>>;
  if (id == null && draft == null) return [{ field: 'agent_id', message: 'is required, or draft' }];
  if (id != null && draft != null) return [{ field: 'draft', message: 'must not be sent with agent_id' }];
  if (typeof draft !== 'object' || draft === null || Array.isArray(draft)) return [];
  return draftOf({ agent: draft }, principal?.countries ?? null).problems.map(belowDraft);
}
