import { answer, baseOf, flag, optional, text } from './answer';

const NAME = text('A name.');
const SECRET = text('A secret.');
const BASE = baseOf('ThingFields', 'What every Thing has.', { name: NAME, secret: optional(SECRET) });

it('extends a base by what the base does not have', () => {
  const example = { name: 'a', secret: 'b', made: true };
  const fields = { name: NAME, secret: SECRET, made: flag('Whether it was made.') };
  expect(answer('MadeThing', 'The thing.', fields, example, BASE)).toMatchObject({
    schema: {
      type: 'object',
      allOf: [{ $ref: '#/components/schemas/ThingFields' }],
      required: ['secret', 'made'],
      properties: { made: { type: 'boolean' } },
      unevaluatedProperties: false,
      example,
    },
    parts: [BASE],
  });
  expect(BASE.schema).toEqual({
    type: 'object',
    description: 'What every Thing has.',
    required: ['name'],
    properties: { name: NAME.schema, secret: SECRET.schema },
  });
});

it('refuses an answer that contradicts its base', () => {
  const problem = (fields: object) => () => answer('Thing', 'The thing.', fields as never, {}, BASE);
  expect(problem({ name: NAME })).toThrow('Thing cannot extend ThingFields, which says otherwise of secret');
  expect(problem({ name: text('Another.'), secret: SECRET })).toThrow('says otherwise of name');
  expect(problem({ name: optional(NAME), secret: SECRET })).toThrow('says otherwise of name');
});
