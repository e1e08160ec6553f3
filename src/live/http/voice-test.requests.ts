import { Flag, Text } from '../../platform/http/fields/fields';
import { PageQuery } from '../../platform/http/fields/page.request';
import { TrialRequest } from '../../platform/http/fields/trial.request';

const MAX_ID_LENGTH = 64;

export class VoiceTestRequest extends TrialRequest {
  @Flag({ description: 'Whether a recording is stored.', default: true })
  record?: boolean;
}

export class VoiceTestsQuery extends PageQuery {
  @Text({ max: MAX_ID_LENGTH, description: 'Only those of this agent.' })
  agent_id?: string;
}
