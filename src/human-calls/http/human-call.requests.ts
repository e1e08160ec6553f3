import { fieldNames } from '../../platform/http/answers/field-names';
import { ContactRequest, CONTACT_LIMITS } from '../../platform/http/fields/contact.request';
import { Email } from '../../platform/http/fields/email.field';
import { Choice, Flag, Instant, Nested, Phone, Text } from '../../platform/http/fields/fields';
import { Metadata } from '../../platform/http/fields/free-form';
import { PageQuery } from '../../platform/http/fields/page.request';
import { DISPOSITION_LIMITS } from '../domain/human-call-state';
import { HUMAN_CALL_STATUSES } from '../domain/human-call-status';
import { DISPOSITION, HUMAN_CALL, QUEUED_HUMAN_CALL } from './human-call.answers';

const ID_LENGTH = 255;

export class MyCallRequest {
  static readonly readOnly = fieldNames(HUMAN_CALL, QUEUED_HUMAN_CALL);

  @Phone({ required: true })
  phone_number!: string;

  @Nested(() => ContactRequest)
  contact?: ContactRequest;

  @Metadata({ ticket: 'T-1009' })
  metadata?: Record<string, unknown>;

  @Flag({
    default: false,
    description:
      'Transcribes and analyses once the recording is in (0.15 credits for each recorded minute) and emits human_call.analysis_ready.',
  })
  analyze?: boolean;
}

/** `counsellor_id` and `counsellor_email` exclude each other; counsellorProblems checks it. */
export class QueueHumanCallRequest extends MyCallRequest {
  @Text({ max: ID_LENGTH, description: 'From GET /counsellors; this or counsellor_email.' })
  counsellor_id?: string;

  @Email({ description: 'A counsellor of the account, ignoring case.', example: 'meera@example.com' })
  counsellor_email?: string;

  @Flag({ default: false, description: 'Queues nothing, and answers what the human call would be.' })
  dry_run?: boolean;
}

export class DispositionRequest {
  static readonly readOnly = fieldNames(DISPOSITION, HUMAN_CALL);

  @Text({ required: true, max: DISPOSITION_LIMITS.label, example: 'Interested' })
  label!: string;

  @Text({ nullable: true, max: DISPOSITION_LIMITS.note, description: 'null, or left out, clears it.' })
  note?: string | null;
}

export class ListMyCallsQuery extends PageQuery {
  @Choice(HUMAN_CALL_STATUSES, { description: 'Human calls in this status.' })
  status?: string;

  @Text({ max: 40, description: 'Human calls to a number; its + may be missing.' })
  phone_number?: string;

  @Text({ max: CONTACT_LIMITS.externalId, description: "Calls for one of the caller's own records." })
  external_id?: string;

  @Instant({ inQuery: true, description: 'Asked for after this instant (exclusive).' })
  created_after?: Date;

  @Instant({ inQuery: true, isEnd: true, description: 'Asked for before this instant (exclusive).' })
  created_before?: Date;

  @Instant({
    inQuery: true,
    description: 'Ended after this instant (exclusive). The better one for catching up after an outage.',
  })
  ended_after?: Date;

  @Instant({ inQuery: true, isEnd: true, description: 'Ended before this instant (exclusive).' })
  ended_before?: Date;
}

export class ListHumanCallsQuery extends ListMyCallsQuery {
  @Text({ max: ID_LENGTH, description: 'Human calls of a counsellor.' })
  counsellor_id?: string;
}
