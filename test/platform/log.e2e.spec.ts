import { eventually, TestApp, type TestAccount } from '../harness/app';

let service: TestApp;
let account: TestAccount;
const lines: string[] = [];

async function start(format: string): Promise<void> {
  lines.length = 0;
  const log = (line: string) => {
    lines.push(line);
  };
  service = await TestApp.start({ LOG_LEVEL: 'info', LOG_FORMAT: format }, undefined, log);
  account = await service.account();
}
afterEach(() => service.stop());

/** Resolves with the lines of requests, once there are `count`. */
const requests = (count: number) =>
  eventually(() => {
    const found = lines.filter((line) => line.includes('request_id'));
    expect(found).toHaveLength(count);
    return Promise.resolve(found);
  });

test('logs addresses of clients, except of people who open a link', async () => {
  await start('json');
  await service.http(account).get('/agents').expect(200);
  for (const link of ['/invitations/x', '/recordings/x?sig=y', '/recordings/x/y', '/invitations/%00']) {
    await fetch(`${service.origin}${link}`);
  }
  const told = (await requests(5)).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(told.filter(({ address }) => address !== undefined).map(({ route }) => route)).toEqual([
    '/v1/agents',
  ]);
  expect(lines.join('')).not.toContain('sig=');
});

test('shows rejected requests alone in the readable log', async () => {
  await start('text');
  await service.http(account).get('/agents').expect(200);
  await fetch(`${service.origin}/docs`);
  await service.http(account).get('/calls/call_x').expect(404);
  const [line = ''] = await requests(1);
  expect(line).toMatch(/^\d\d:\d\d:\d\d\.\d{3} INFO {2}request .*route=\/v1\/calls\/:id status=404/);
});
