import { fieldNames } from '../../platform/http/answers/field-names';
import { AnyText, Flag, Text } from '../../platform/http/fields/fields';
import { changeRequestOf, newRequestOf } from '../../platform/http/fields/table-requests';
import { AGENT_FIELDS } from '../domain/agent-fields';
import { AGENT, CHANGED_AGENT, CREATED_AGENT, DEFAULT_AGENT } from './agent.answers';

const READ_ONLY = fieldNames(AGENT, CREATED_AGENT, CHANGED_AGENT);

const { name, systemPrompt, openingLine, ...optional } = AGENT_FIELDS;

export class CreateAgentRequest extends newRequestOf({ name, systemPrompt, openingLine, ...optional }) {
  static readonly readOnly = READ_ONLY;
}

export class ChangeAgentRequest extends changeRequestOf(AGENT_FIELDS) {
  static readonly readOnly = READ_ONLY;

  @AnyText({
    patch: true,
    format: 'date-time',
    description:
      "The agent's updated_at as last read; when it was saved since, the change is refused with 409.",
    example: '2026-11-20T09:15:00.123Z',
  })
  expected_updated_at?: string;

  @Flag({ patch: true, description: 'true: changes nothing, and answers what a change would.' })
  dry_run?: boolean;
}

export class DefaultAgentRequest {
  static readonly readOnly = fieldNames(DEFAULT_AGENT);

  @Text({ required: true, max: 255, description: 'An enabled agent with direction outbound or both.' })
  agent_id!: string;
}

export class ListVoicesQuery {
  @AnyText({ description: 'The engine with this id alone.' })
  tts_model?: string;

  @AnyText({ description: 'Only voices that speak this language (a name, a language code or a tag).' })
  language?: string;
}
