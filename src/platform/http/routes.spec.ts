import { Controller, Get, Post } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
import { Operation } from './operation';
import { discoverRoutes, RouteTable } from './routes';

const operation = (id: string) => ({ access: ['calls:read'] as const, id, summary: id });

const table = new RouteTable([
  { method: 'GET', path: '/v1/calls', operation: operation('list') },
  { method: 'POST', path: '/v1/calls', operation: operation('queue') },
  { method: 'GET', path: '/v1/calls/:id', operation: operation('read') },
  { method: 'POST', path: '/v1/calls/:id/cancel', operation: operation('cancel') },
]);

test.each([
  ['GET', '/v1/calls', 'list'],
  ['HEAD', '/v1/calls', 'list'],
  ['GET', '/v1/calls/call_1', 'read'],
  ['GET', '/v1/calls/a%2Fb', 'read'],
  ['POST', '/v1/calls/call_1/cancel', 'cancel'],
])('%s %s', (method, path, id) =>
  expect(table.match(method, path)).toMatchObject({ kind: 'found', operation: { id } }),
);

test('returns the decoded parameters, and prefers the longest fixed beginning', () => {
  expect(table.match('GET', '/v1/calls/a%2Fb')).toMatchObject({
    template: '/v1/calls/:id',
    parameters: { id: 'a/b' },
  });
  expect(table.match('GET', '/v1/calls/')).toEqual({ kind: 'unknown_path' });
  const both = new RouteTable([
    { method: 'GET', path: '/v1/:list/:id', operation: operation('any') },
    { method: 'GET', path: '/v1/calls/:id', operation: operation('call') },
  ]);
  expect(both.match('GET', '/v1/calls/1')).toMatchObject({ template: '/v1/calls/:id' });
  expect(both.match('GET', '/v1/other/1')).toMatchObject({ parameters: { list: 'other', id: '1' } });
});

test.each(['/v1/calls/', '/v1/Calls', '/v1', '/v1/calls/a/b', '/v1/calls//cancel'])(
  'rejects the path %s',
  (path) => expect(table.match('GET', path)).toEqual({ kind: 'unknown_path' }),
);

test('returns the allowed methods for a wrong one', () => {
  expect(table.match('PUT', '/v1/calls')).toMatchObject({ kind: 'wrong_method', allow: 'GET, HEAD, POST' });
  expect(table.match('OPTIONS', '/v1/calls/x/cancel')).toMatchObject({ kind: 'wrong_method', allow: 'POST' });
});

@Controller('v1/things')
class Declared {
  @Get()
  @Operation(operation('things'))
  list(): void {
    // Only the declaration matters here.
  }
}

@Controller('v1/others')
class Undeclared {
  @Post()
  make(): void {
    // A route without a scope.
  }
}

const discovery = (...controllers: object[]) =>
  ({ getControllers: () => controllers.map((metatype) => ({ metatype })) }) as unknown as DiscoveryService;

test('refuses to start with a route without a declared scope', () =>
  expect(() => discoverRoutes(discovery(Declared, Undeclared), { api: true })).toThrow(
    /Undeclared\.make does not declare/,
  ));

test('has no path below /v1 without the API', () => {
  expect(discoverRoutes(discovery(Declared), { api: true }).match('GET', '/v1/things').kind).toBe('found');
  expect(discoverRoutes(discovery(Declared), { api: false }).match('GET', '/v1/things').kind).toBe(
    'unknown_path',
  );
});

@Controller('console/api/things')
class OfConsole {
  @Get()
  @Operation(operation('consoleThings'))
  list(): void {
    // Only the declaration matters here.
  }
}

@Controller('v1/more')
class Doubled {
  @Get()
  @Operation(operation('things'))
  list(): void {
    // Another route has its operation id.
  }
}

test('refuses to start with two routes of one operation id', () =>
  expect(() => discoverRoutes(discovery(Declared, Doubled), { api: true })).toThrow(/operation id things/));

test.each([
  [{ api: true }, 'found'],
  [{ api: true, console: false }, 'unknown_path'],
  [{ api: false, console: true }, 'unknown_path'],
])('matches with %j a route of the console: %s', (options, kind) =>
  expect(discoverRoutes(discovery(OfConsole), options).match('GET', '/console/api/things').kind).toBe(kind),
);
