import { ContactRequest } from '../../platform/http/fields/contact.request';
import { JsonObject, Nested, Text } from '../../platform/http/fields/fields';
import { variablesProblem, VARIABLES_SCHEMA } from '../../platform/http/fields/free-form';

const MAX_ID_LENGTH = 64;

export class TrialPhoneRequest {
  @Text({
    required: true,
    nullable: true,
    max: MAX_ID_LENGTH,
    description: 'The agent that answers the softphone; null: the default agent.',
  })
  agent_id!: string | null;
}

export class RingRequest {
  @Text({
    max: MAX_ID_LENGTH,
    description: "The agent; left out: the trial phone's, else the default agent.",
  })
  agent_id?: string;

  @Nested(() => ContactRequest)
  contact?: ContactRequest;

  @JsonObject({
    description: "Values for the agent's placeholders, as of POST /calls.",
    example: { course: 'B.Com' },
    api: VARIABLES_SCHEMA,
    problemOf: variablesProblem,
  })
  variables?: Record<string, string | number | boolean>;
}
