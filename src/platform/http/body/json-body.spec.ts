import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Response } from 'express';
import type { ServiceRequest } from '../request-context';
import { readBody } from './json-body';

test.each([
  ['before it is read', 0],
  ['while it is read', 20],
])('rejects a body whose connection is lost %s', async (_, ms) => {
  const request = new IncomingMessage(new Socket()) as unknown as ServiceRequest;
  request.headers = { 'content-type': 'application/json', 'content-length': '10' };
  const response = { shouldKeepAlive: true } as Response;
  if (ms === 0) request.destroy();
  else setTimeout(() => request.destroy(), ms);
  await new Promise((resolve) => setImmediate(resolve));
  await expect(readBody(request, response, { limit: 100, need: 'required' })).resolves.toEqual({
    kind: 'problem',
    problems: [{ field: 'body', message: 'must arrive whole' }],
  });
  expect(response.shouldKeepAlive).toBe(false);
});

test('names both headers of a compressed body of another type', async () => {
  const request = new IncomingMessage(new Socket()) as unknown as ServiceRequest;
  request.headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip', 'content-length': '10' };
  const options = { limit: 100, need: 'required' } as const;
  await expect(readBody(request, {} as Response, options)).resolves.toMatchObject({
    problems: [{ field: 'headers.Content-Encoding' }, { field: 'headers.Content-Type' }],
  });
});

test.each([0, 65_536])(
  'accepts 128 levels below the body and no more, with %d bytes beside them',
  async (bytes) => {
    const read = (levels: number) => {
      const text = `${'['.repeat(levels)}"${'x'.repeat(bytes)}"${']'.repeat(levels)}`;
      const request = new IncomingMessage(new Socket()) as unknown as ServiceRequest;
      request.headers = { 'content-type': 'application/json', 'content-length': String(text.length) };
      request.push(text);
      request.push(null);
      return readBody(request, {} as Response, { limit: 1_000_000, need: 'required' });
    };
    await expect(read(1 + 128)).resolves.toMatchObject({ kind: 'json' });
    await expect(read(1 + 129)).resolves.toMatchObject({ kind: 'problem' });
  },
);
