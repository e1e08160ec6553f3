import type { Answer } from './answer';

/** All fields of some answers. A request that has one of them, and does not know it, is refused with "is read-only". */
export function fieldNames(...answers: readonly Pick<Answer, 'schema' | 'parts'>[]): readonly string[] {
  return [...new Set(answers.flatMap(namesOf))];
}

function namesOf({ schema, parts }: Pick<Answer, 'schema' | 'parts'>): readonly string[] {
  if ('$ref' in schema) return [];
  const [base] = parts;
  const inherited = schema.oneOf ? parts : schema.allOf && base ? [base] : [];
  return [...Object.keys(schema.properties ?? {}), ...inherited.flatMap(namesOf)];
}
