import { JsonObject, Text } from '../../platform/http/fields/fields';

export class ValidateAgentRequest {
  @Text({ max: 255, description: 'The agent that is changed; absent for a new one.' })
  id?: string;

  @JsonObject({
    required: true,
    description: 'What would be saved: the body of POST /v1/agents, with an id that of its PATCH.',
    example: { name: 'Asha', opening_line: 'Namaste {{contact_name}}', system_prompt: 'Help to choose.' },
  })
  agent!: object;
}
