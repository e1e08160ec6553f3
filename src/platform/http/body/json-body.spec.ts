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
    problem: { field: 'body', message: 'must arrive whole' },
  });
  expect(response.shouldKeepAlive).toBe(false);
});
