import { DiscoveryService } from '@nestjs/core';
import { demoIds, makeDemo } from '../../src/bootstrap/demo';
import { openApiDocument, withIds } from '../../src/platform/openapi/document';
import { discoverRoutes } from '../../src/platform/http/routes';
import { TestApp } from '../harness/app';
import type { OpenApiDocument } from '../harness/document';
import { operationsOf } from '../harness/documented-operations';

let service: TestApp;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());

/** The operations of the document with the demo's ids, as the Swagger page has them. */
async function shown(): Promise<[method: string, path: string, operation: any][]> {
  const routes = discoverRoutes(service.app.get(DiscoveryService, { strict: false }), { api: true });
  const document = withIds(openApiDocument(service.app, routes), await demoIds(service.app));
  return operationsOf(document as unknown as OpenApiDocument).map(({ method, path, operation }) => [
    method,
    path,
    operation,
  ]);
}

test('shows the ids of the document for a database without a demo account', async () => {
  expect(await demoIds(service.app)).toEqual({});
});

test('shows agent and counsellor of the demo in the Swagger page, whose examples succeed with its key', async () => {
  const [demo, ...others] = (
    await Promise.all([makeDemo(service.app), makeDemo(service.app), makeDemo(service.app)])
  ).sort((a, b) => Number(b !== null) - Number(a !== null));
  expect(others).toEqual([null, null]);
  const http = service.http({ key: demo!.key });
  const { agent, csl } = await demoIds(service.app);
  expect([agent, csl]).toEqual([expect.stringMatching(/^agent_/), expect.stringMatching(/^csl_/)]);
  const [, , list] = (await shown()).find(([method, path]) => method === 'get' && path === '/v1/calls')!;
  expect(list.parameters.map(({ name }: { name: string }) => name)).toContain('agent_id');
  const answers: Record<string, number> = {};
  // What takes something away comes last.
  const takes = ([, , { operationId }]: [string, string, any]) =>
    /^(disable|remove)/.test(operationId as string);
  const inOrder = (await shown()).sort((a, b) => Number(takes(a)) - Number(takes(b)));
  for (const [method, path, { operationId, parameters = [], requestBody }] of inOrder) {
    if (!/^\/v1\/(agents|counsellors|settings|human-calls$|calls$)/.test(path)) continue;
    const id = parameters.find(({ in: place }: { in: string }) => place === 'path')?.example;
    const body = Object.values<any>(requestBody?.content['application/json'].examples ?? {})[0]?.value;
    const url = path.replace(/^\/v1/, '').replace(/\{[^{}]*\}/, id);
    const { status } = await http[method as 'get'](url).send(body);
    answers[operationId] = status;
  }
  expect(Object.entries(answers).filter(([, status]) => status >= 300)).toEqual([]);
  expect(answers).toMatchObject({ getAgent: 200, getCounsellor: 200, queueHumanCall: 201 });
});
