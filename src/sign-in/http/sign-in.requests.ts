import { Email } from '../../platform/http/fields/email.field';
import { field } from '../../platform/http/fields/field';
import { Phone, Text } from '../../platform/http/fields/fields';
import { textProblem } from '../../platform/http/fields/field-kinds';
import { isTimeZone } from '../../platform/kernel/zoned-time';
import { accountNameProblem, personNameProblem } from '../../platform/kernel/mailed-name';
import { PASSWORD_LENGTH, passwordProblem } from '../domain/password-rules';

const PERSON_NAME_LENGTH = 120;
const ACCOUNT_NAME_LENGTH = 120;
/** Longer texts are no password and no token; they are not hashed. */
const MAX_TEXT_LENGTH = 1_000;

const NAME = {
  max: PERSON_NAME_LENGTH,
  trim: true,
  description: 'Without control characters and URLs: mails show it.',
  problemOf: personNameProblem,
  example: 'Meera Nair',
};

const EXAMPLE_PASSWORD = 'correct horse battery';

/** Compared with a stored text, so only its size matters. */
function Secret(description: string, example: string): PropertyDecorator {
  return Text({ required: true, max: MAX_TEXT_LENGTH, description, example });
}

function NewPassword(): PropertyDecorator {
  const { min, max } = PASSWORD_LENGTH;
  return field(
    {
      required: true,
      description: 'Not a common one. Its spaces count; both ways to write a letter are the same.',
      example: EXAMPLE_PASSWORD,
    },
    { type: 'string', minLength: min, maxLength: max },
    (value) => textProblem(value, { max: MAX_TEXT_LENGTH }) ?? passwordProblem(value as string),
  );
}

const TOKEN = 'What stands behind the # of the link.';
const EXAMPLE_TOKEN = 'VGhpcyBpcyBub3QgYSB0b2tlbiwgYnV0IGxvbmcuLi4';

export class SetUpRequest {
  @Secret(TOKEN, EXAMPLE_TOKEN)
  token!: string;

  @Text({ required: true, ...NAME })
  name!: string;

  @Email({ required: true, description: 'The login.', example: 'meera@example.com' })
  email!: string;

  @NewPassword()
  password!: string;

  @Text({
    min: 1,
    max: ACCOUNT_NAME_LENGTH,
    trim: true,
    description:
      'Required while there is no account; ignored when there is one. Without URLs and line breaks: mails show it.',
    problemOf: accountNameProblem,
    example: 'Sunrise College',
  })
  account_name?: string;

  @Text({
    min: 1,
    max: 64,
    description: 'Of the new account.',
    default: 'Asia/Kolkata',
    problemOf: (value) => (isTimeZone(value) ? undefined : 'must be a time zone such as Asia/Kolkata'),
  })
  timezone?: string;
}

export class SignInRequest {
  @Text({ required: true, max: MAX_TEXT_LENGTH, trim: true, example: 'meera@example.com' })
  email!: string;

  @Secret('The password.', EXAMPLE_PASSWORD)
  password!: string;
}

export class ForgotRequest {
  @Email({ required: true, example: 'meera@example.com' })
  email!: string;
}

export class InspectLinkRequest {
  @Secret(TOKEN, EXAMPLE_TOKEN)
  token!: string;
}

export class RedeemLinkRequest {
  @Secret(TOKEN, EXAMPLE_TOKEN)
  token!: string;

  /** The password's rules are checked with the link, so that refusals count. */
  @Secret('The new password.', EXAMPLE_PASSWORD)
  password!: string;
}

export class ConfirmRequest {
  @Secret('The password.', EXAMPLE_PASSWORD)
  password!: string;
}

export class ChangePasswordRequest {
  @Secret('The password until now.', EXAMPLE_PASSWORD)
  current_password!: string;

  @NewPassword()
  new_password!: string;
}

export class ChangeMeRequest {
  @Text({ patch: true, min: 1, ...NAME })
  name?: string;

  @Phone({ patch: true, nullable: true })
  mobile_number?: string | null;
}
