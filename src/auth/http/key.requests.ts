import { Day } from '../../platform/http/fields/day.field';
import { field } from '../../platform/http/fields/field';
import { itemProblems, Text } from '../../platform/http/fields/fields';
import { SCOPES } from '../../platform/http/scopes';
import { controlProblem } from '../../platform/kernel/text';

const isScope = (item: unknown) => SCOPES.some((scope) => scope === item);

function Scopes(): PropertyDecorator {
  return field(
    { required: true, description: 'What the key allows.', example: ['calls:read'] },
    { type: 'array', minItems: 1, maxItems: SCOPES.length, items: { type: 'string', enum: SCOPES } },
    (value) => {
      if (!Array.isArray(value)) return 'must be an array of scopes';
      if (value.length === 0) return 'must name a scope';
      if (value.length > SCOPES.length || new Set(value).size < value.length)
        return 'must name each scope once';
      return itemProblems(value, (item) =>
        isScope(item) ? undefined : `must be one of ${SCOPES.join(', ')}`,
      );
    },
  );
}

export class CreateKeyRequest {
  @Text({
    required: true,
    max: 120,
    trim: true,
    description: 'What it is for.',
    problemOf: controlProblem,
    example: 'CRM',
  })
  name!: string;

  @Scopes()
  scopes!: string[];

  @Day({ description: "Last day it works, in the account's time zone; for good when left out." })
  expires_on?: string;
}
