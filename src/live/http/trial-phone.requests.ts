import { ContactRequest } from '../../platform/http/fields/contact.request';
import { Nested, Text } from '../../platform/http/fields/fields';
import { Variables } from '../../platform/http/fields/free-form';

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

  @Variables()
  variables?: Record<string, string | number | boolean>;
}
