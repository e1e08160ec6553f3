import type { FieldProblem } from '../../kernel/domain-error';
import { ContactRequest } from './contact.request';
import { JsonObject, Nested, Text } from './fields';
import { Variables } from './free-form';

const MAX_ID_LENGTH = 64;

/** A trial of an agent: a saved one, or a draft. */
export class TrialRequest {
  @Text({ max: MAX_ID_LENGTH, description: 'The agent, as it is saved. Either this or draft.' })
  agent_id?: string;

  @JsonObject({
    description: 'An agent as the body of POST /v1/agents would make it. Needs agents:manage.',
    example: { name: 'Asha', opening_line: 'Namaste {{contact_name}}', system_prompt: 'Help to choose.' },
  })
  draft?: object;

  @Nested(() => ContactRequest)
  contact?: ContactRequest;

  @Variables()
  variables?: Record<string, string | number | boolean>;
}

/** Either of both is required. */
export function trialProblems(body: unknown): FieldProblem[] {
  const { agent_id: id, draft } = body as Partial<Record<keyof TrialRequest, unknown>>;
  if (id == null && draft == null) return [{ field: 'agent_id', message: 'is required, or draft' }];
  if (id != null && draft != null) return [{ field: 'draft', message: 'must not be sent with agent_id' }];
  return [];
}
