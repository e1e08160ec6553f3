import { fieldNames } from '../../platform/http/answers/field-names';
import { Json, NumberBetween, Text } from '../../platform/http/fields/fields';
import { PageQuery } from '../../platform/http/fields/page.request';
import { MAX_URL_LENGTH, urlProblem } from '../../platform/kernel/network/endpoint-url';
import { ROTATED_WEBHOOK, SET_WEBHOOK, WEBHOOK } from './webhook.answers';
import { DAY_SECONDS } from '../../platform/kernel/time/durations';

/** One day. Also the default of `overlap_seconds`. */
export const MAX_OVERLAP_SECONDS = DAY_SECONDS;

const READ_ONLY = fieldNames(WEBHOOK, SET_WEBHOOK, ROTATED_WEBHOOK);

export class SetWebhookRequest {
  static readonly readOnly = READ_ONLY;

  @Json({
    required: true,
    description: 'HTTPS, at a public address, without user name and password.',
    example: 'https://example.com/webhooks',
    api: { type: 'string', maxLength: MAX_URL_LENGTH },
    problemOf: urlProblem,
  })
  url!: string;
}

export class RotateSecretRequest {
  static readonly readOnly = READ_ONLY;

  @NumberBetween(0, MAX_OVERLAP_SECONDS, {
    whole: true,
    description: 'The old secret signs beside the new one for so many seconds.',
    default: MAX_OVERLAP_SECONDS,
    example: 3_600,
  })
  previous_valid_for_seconds?: number;
}

export class ListDeliveriesQuery extends PageQuery {
  @Text({ max: 255, description: 'Deliveries of this event.' })
  event_id?: string;

  @Text({ max: 255, description: "Deliveries of this call's event." })
  call_id?: string;
}
