import { Email } from '../../platform/http/fields/email.field';
import { field } from '../../platform/http/fields/field';
import { Flag, itemProblems, Text } from '../../platform/http/fields/fields';
import type { FieldOptions } from '../../platform/http/fields/fields';
import { personNameProblem } from '../../platform/kernel/mailed-name';
import { type MemberRole, ROLE_NAMES } from '../../shared-kernel/roles';
import { COUNSELLOR_LIMITS } from '../domain/counsellor';

function Roles(options: FieldOptions): PropertyDecorator {
  return field(
    { ...options, description: 'Roles; they add up.', example: ['STAFF'] },
    {
      type: 'array',
      minItems: 1,
      maxItems: ROLE_NAMES.length,
      items: { type: 'string', enum: [...ROLE_NAMES] },
    },
    (value) => {
      if (!Array.isArray(value)) return 'must be an array of roles';
      if (value.length === 0) return 'must name a role';
      if (value.length > ROLE_NAMES.length || new Set(value).size < value.length)
        return 'must name each role once';
      return itemProblems(value, (item) =>
        ROLE_NAMES.some((role) => role === item) ? undefined : `must be one of ${ROLE_NAMES.join(', ')}`,
      );
    },
  );
}

export class AddMemberRequest {
  @Text({
    required: true,
    max: COUNSELLOR_LIMITS.name,
    trim: true,
    description: 'Without control characters and URLs: mails show it.',
    problemOf: personNameProblem,
    example: 'Meera Nair',
  })
  name!: string;

  @Email({ required: true, description: 'The login.', example: 'meera@example.com' })
  email!: string;

  @Roles({ required: true })
  roles!: MemberRole[];
}

export class ChangeMemberRequest {
  @Roles({ patch: true })
  roles?: MemberRole[];

  @Flag({ patch: true, description: 'false removes, true takes back.' })
  active?: boolean;
}

export class MemberLinkRequest {
  @Flag({ required: true, description: 'true mails the link to the stored address; false shows it.' })
  send!: boolean;
}
