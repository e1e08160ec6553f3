import {
  answer,
  constant,
  flag,
  id,
  inline,
  listOfPlain,
  optional,
  text,
  whole,
} from '../../platform/http/answers/answer';
import { WARNINGS } from '../../platform/http/answers/shared.answers';
import type { AgentDrafts, DraftError } from '../application/agent-drafts';
import type { AgentResources } from '../application/agent-resources';

type Resources = Awaited<ReturnType<AgentResources['view']>>;
type Validation = Awaited<ReturnType<AgentDrafts['validate']>>;

export const AGENT_RESOURCES = answer<Resources>(
  'AgentResources',
  'What agents of the account may refer to.',
  {
    object: constant('agent_resources'),
    booking_pages: listOfPlain(
      inline<Resources['booking_pages'][number]>('A booking page.', {
        id: id('bpage', 'Id.'),
        name: text('Name.'),
      }),
      'By name.',
    ),
    whatsapp_templates: listOfPlain(
      inline<Resources['whatsapp_templates'][number]>('A template.', {
        name: text('Name.'),
        approved: flag('Whether send rules may use it.'),
      }),
      'By name.',
    ),
  },
  {
    object: 'agent_resources',
    booking_pages: [{ id: 'bpage_01kaf5t2c8e4r6y0u2i4o6p8as', name: 'Campus visit' }],
    whatsapp_templates: [{ name: 'course_brochure', approved: true }],
  },
);

export const AGENT_VALIDATION = answer<Validation>(
  'AgentValidation',
  'What a save of the draft would say.',
  {
    object: constant('agent_validation'),
    errors: listOfPlain(
      inline<DraftError>('Why it would be refused.', {
        field: text('The field meant, as a path.'),
        code: text('The code of the error.'),
        message: text('For people.'),
        valid: optional(listOfPlain(text('A value.'), 'What would be accepted, where that is a list.')),
      }),
      'Empty when it would be saved.',
    ),
    warnings: WARNINGS,
    variables: listOfPlain(text('A name.'), 'Placeholders that variables fill, in order of first use.'),
    uses_contact_name: flag('Whether it speaks to the contact by name.'),
    waiting_calls: whole('Calls that wait for the agent now; 0 for a new one.'),
  },
  {
    object: 'agent_validation',
    errors: [
      { field: 'voice', code: 'invalid_voice', message: '"x" is not a voice of google.', valid: ['Aoede'] },
    ],
    warnings: [],
    variables: ['course'],
    uses_contact_name: true,
    waiting_calls: 12,
  },
);
