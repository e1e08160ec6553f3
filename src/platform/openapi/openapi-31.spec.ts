import type { OpenAPIObject } from '@nestjs/swagger';
import { toOpenApi31 } from './openapi-31';

/** The schema after the rewrite of a document that contains it. */
function rewritten(schema: object): unknown {
  const document = {
    openapi: '3.0.3',
    info: { title: 't', version: '1' },
    paths: {},
    components: { schemas: { S: schema } },
  };
  return toOpenApi31(document).components?.schemas?.['S'];
}

it('writes nullable as a type, and adds null to an enum', () => {
  expect(rewritten({ type: 'string', nullable: true, maxLength: 3 })).toEqual({
    type: ['string', 'null'],
    maxLength: 3,
  });
  expect(rewritten({ type: 'string', nullable: true, enum: ['a', 'b'] })).toEqual({
    type: ['string', 'null'],
    enum: ['a', 'b', null],
  });
  expect(rewritten({ type: 'string', nullable: true, enum: ['a', null] })).toMatchObject({
    enum: ['a', null],
  });
});

it('converts every schema inside, and no value of a caller', () => {
  const nullable = { type: 'integer', nullable: true };
  const orNull = { type: ['integer', 'null'] };
  const value = { nullable: true, example: 1, enum: ['x'] };
  expect(
    rewritten({
      type: 'object',
      properties: { nullable, example: nullable, list: { type: 'array', items: nullable } },
      additionalProperties: nullable,
      example: value,
      default: value,
    }),
  ).toEqual({
    type: 'object',
    properties: { nullable: orNull, example: orNull, list: { type: 'array', items: orNull } },
    additionalProperties: orNull,
    examples: [value],
    default: value,
  });
  expect(rewritten({ oneOf: [nullable, { $ref: '#/x' }] })).toEqual({ oneOf: [orNull, { $ref: '#/x' }] });
});

it('names a fixed text, and unwraps a reference with its own description', () => {
  expect(rewritten({ type: 'string', enum: ['call'] })).toEqual({ type: 'string', const: 'call' });
  expect(rewritten({ allOf: [{ $ref: '#/x' }], description: 'd' })).toEqual({
    $ref: '#/x',
    description: 'd',
  });
  expect(rewritten({ type: 'object', allOf: [{ $ref: '#/x' }], nullable: true })).toEqual({
    anyOf: [{ $ref: '#/x' }, { type: 'null' }],
  });
});

it('preserves an object that extends another', () => {
  const nullable = { type: 'string', nullable: true };
  const extending = { type: 'object', allOf: [{ $ref: '#/x' }], properties: { a: nullable } };
  expect(rewritten(extending)).toEqual({ ...extending, properties: { a: { type: ['string', 'null'] } } });
  const closed = { type: 'object', allOf: [{ $ref: '#/x' }], unevaluatedProperties: false };
  expect(rewritten(closed)).toEqual(closed);
});

it('removes null from parameters, and fills in the example of required ones', () => {
  const parameter = { name: 'q', schema: { type: 'string', nullable: true, example: 'a' } };
  const parameters = [
    { ...parameter, in: 'query', required: false },
    { ...parameter, in: 'path', required: true },
  ];
  const document = { openapi: '3.0.3', paths: { '/x': { get: { parameters } } } };
  expect(toOpenApi31(document as unknown as OpenAPIObject)).toEqual({
    openapi: '3.1.0',
    paths: {
      '/x': {
        get: {
          parameters: [
            { name: 'q', in: 'query', schema: { type: 'string', examples: ['a'] } },
            { name: 'q', in: 'path', required: true, schema: { type: 'string' }, example: 'a' },
          ],
        },
      },
    },
  });
});
