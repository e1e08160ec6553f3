import { type Answer, refTo } from './answer';

export function oneOf<View>(name: string, options: Readonly<Record<string, Answer<View>>>): Answer<View> {
  const answers = Object.values(options);
  const [first] = answers;
  if (!first) throw new Error('one of nothing');
  const mapping = Object.fromEntries(
    Object.entries(options).map(([object, option]) => [object, refTo(option.name).$ref]),
  );
  return {
    name,
    schema: {
      oneOf: answers.map((option) => refTo(option.name)),
      discriminator: { propertyName: 'object', mapping },
    },
    parts: answers,
    example: first.example,
  };
}
