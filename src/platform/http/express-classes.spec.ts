import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import express from 'express';
import { expressClasses } from './express-classes';

setFlagsFromString('--allow-natives-syntax');
const shareHiddenClass = runInThisContext('(one, other) => %HaveSameMap(one, other)') as (
  one: object,
  other: object,
) => boolean;

type Pair = [request: IncomingMessage, response: ServerResponse];

/** Two requests to an Express application, both responded to at once, and their responses' bodies. */
async function twoRequests(): Promise<{ pairs: Pair[]; answers: unknown[] }> {
  const app = express();
  const pairs: Pair[] = [];
  let send: () => void = () => undefined;
  const both = new Promise<void>((resolve) => (send = resolve));
  app.use((request, response) => {
    Object.assign(request, { requestId: 'req_1', template: '/v1/calls' });
    response.setHeader('X-Request-Id', 'req_1');
    if (pairs.push([request, response]) === 2) send();
    void both.then(() => response.status(200).json({ isSecure: request.secure }));
  });
  const server = createServer(expressClasses(app), app);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = () => fetch(origin).then((response) => response.json());
  const answers = await Promise.all([get(), get()]);
  await new Promise((closed) => {
    server.close(closed);
    server.closeAllConnections();
  });
  return { pairs, answers };
}

test('shares hidden classes between requests and responses, with the methods of Express', async () => {
  const { pairs, answers } = await twoRequests();
  const [[oneRequest, oneResponse], [otherRequest, otherResponse]] = pairs as [Pair, Pair];
  expect(shareHiddenClass(oneRequest, otherRequest)).toBe(true);
  expect(shareHiddenClass(oneResponse, otherResponse)).toBe(true);
  expect(answers).toEqual([{ isSecure: false }, { isSecure: false }]);
});
