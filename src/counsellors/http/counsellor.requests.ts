import { fieldNames } from '../../platform/http/answers/field-names';
import { Email } from '../../platform/http/fields/email.field';
import { Flag, Phone, Text } from '../../platform/http/fields/fields';
import { personNameProblem } from '../../platform/kernel/mailed-name';
import { COUNSELLOR_LIMITS } from '../domain/counsellor';
import { ADDED_COUNSELLOR, CHANGED_COUNSELLOR, COUNSELLOR, REMOVED_COUNSELLOR } from './counsellor.answers';

const NAME = {
  max: COUNSELLOR_LIMITS.name,
  trim: true,
  description: 'Without control characters and URLs: mails show it.',
  problemOf: personNameProblem,
  example: 'Meera Nair',
};

const READ_ONLY = fieldNames(COUNSELLOR, ADDED_COUNSELLOR, CHANGED_COUNSELLOR, REMOVED_COUNSELLOR);

export class AddCounsellorRequest {
  static readonly readOnly = READ_ONLY;

  @Text({ required: true, ...NAME })
  name!: string;

  @Email({ required: true, description: 'The dashboard login.', example: 'meera@example.com' })
  email!: string;

  @Phone({
    description:
      'Rung first on a human call; required by providers that ring the phone. Ignored for an existing login.',
  })
  mobile_number?: string;

  @Text({
    min: 1,
    max: COUNSELLOR_LIMITS.extension,
    description: 'Unique in the account; for carrier-integrated providers.',
    example: '1001',
  })
  carrier_extension?: string;

  @Flag({
    default: true,
    description: 'E-mails a new login its details. Never sent to an existing one, and to 50 a day at most.',
  })
  send_welcome_email?: boolean;
}

export class ChangeCounsellorRequest {
  static readonly readOnly = READ_ONLY;

  @Text({ patch: true, min: 1, ...NAME })
  name?: string;

  @Phone({ patch: true })
  mobile_number?: string;

  @Text({ patch: true, nullable: true, min: 1, max: COUNSELLOR_LIMITS.extension, example: '1001' })
  carrier_extension?: string | null;

  @Flag({ patch: true, description: 'false deactivates, true reactivates.' })
  active?: boolean;
}
