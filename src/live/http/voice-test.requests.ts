import { ContactRequest } from '../../platform/http/fields/contact.request';
import { Flag, JsonObject, Nested, Text } from '../../platform/http/fields/fields';
import { variablesProblem, VARIABLES_SCHEMA } from '../../platform/http/fields/free-form';
import { PageQuery } from '../../platform/http/fields/page.request';
import type { FieldProblem } from '../../platform/kernel/domain-error';

const MAX_ID_LENGTH = 64;

export class VoiceTestRequest {
  @Text({ max: MAX_ID_LENGTH, description: 'The agent, as it is saved. Either this or draft.' })
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

  @Flag({ description: 'Whether a recording is kept.', default: true })
  record?: boolean;
}

export class VoiceTestsQuery extends PageQuery {
  @Text({ max: MAX_ID_LENGTH, description: 'Only those of this agent.' })
  agent_id?: string;
}

export function voiceTestProblems(_: unknown, body: unknown): FieldProblem[] {
  const { agent_id: id, draft } = body as Partial<Record<keyof VoiceTestRequest, unknown>>;
  if (id == null && draft == null) return [{ field: 'agent_id', message: 'is required, or draft' }];
  if (id != null && draft != null) return [{ field: 'draft', message: 'must not be sent with agent_id' }];
  return [];
}
