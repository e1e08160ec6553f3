import type { OpenAPIObject } from '@nestjs/swagger';
import { shareParts } from './shared-parts';

const ID = { name: 'id', in: 'path', required: true };
const LIMIT = { name: 'limit', in: 'query' };

it('extracts components of what several operations share', () => {
  const [refused, listed, unnamed] = [
    { description: 'Refused' },
    { description: 'Listed' },
    { description: 'Other' },
  ];
  const document = {
    paths: {
      '/v1/calls/{id}': {
        get: { parameters: [{ ...ID }], responses: { 200: listed, 400: refused } },
        delete: { parameters: [{ ...ID }], responses: { 400: refused } },
      },
      '/v1/agents/{id}': {
        get: { parameters: [ID, LIMIT], responses: { 200: { ...unnamed }, 201: unnamed } },
      },
    },
    components: { schemas: {} },
  };
  const names = new Map<object, string>([
    [refused, 'Refused'],
    [listed, 'Listed'],
  ]);
  const id = { $ref: '#/components/parameters/calls.id' };
  const error = { $ref: '#/components/responses/Refused' };
  expect(shareParts(document as unknown as OpenAPIObject, names)).toEqual({
    paths: {
      '/v1/calls/{id}': {
        get: { parameters: [id], responses: { 200: listed, 400: error } },
        delete: { parameters: [id], responses: { 400: error } },
      },
      '/v1/agents/{id}': { get: { parameters: [id, LIMIT], responses: { 200: unnamed, 201: unnamed } } },
    },
    components: { schemas: {}, parameters: { 'calls.id': ID }, responses: { Refused: refused } },
  });
});

it('does not merge different parts with the same name', () => {
  const [one, other] = [{ description: 'One' }, { description: 'Other' }];
  const operation = () => ({ responses: { 200: one, 201: other } });
  const document = { paths: { '/a': { get: operation(), put: operation() } } };
  const names = new Map<object, string>([
    [one, 'Answer'],
    [other, 'Answer'],
  ]);
  const { paths, components } = shareParts(document as unknown as OpenAPIObject, names);
  expect(paths['/a']?.get?.responses).toEqual({ 200: { $ref: '#/components/responses/Answer' }, 201: other });
  expect(components?.responses).toEqual({ Answer: one });
});
