import { SCOPES } from '../../src/platform/http/scopes';
import { scopesOf } from '../../src/sign-in/domain/roles';
import { makeAgent } from '../harness/builders';
import { type TestAccount, TestApp } from '../harness/app';
import { ConsoleTests, type Role } from '../harness/console';
import { consoleDocumentOf, documentOf } from '../harness/document';
import { type Operation, operationsOf } from '../harness/documented-operations';

type Documented = { method: string; path: string; operation: Operation };

const ROLES: readonly Role[] = ['ADMIN', 'STAFF', 'COUNSELLOR'];

let service: TestApp;
let tests: ConsoleTests;
/** Operations of /v1 that need a key, and those of the console that need a session with a scope. */
let keyed: Documented[];
let ofConsole: Documented[];

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
  keyed = operationsOf(documentOf(service.app)).filter(
    ({ operation }) => operation['x-scopes'] !== undefined,
  );
  ofConsole = operationsOf(consoleDocumentOf(service.app));
});
afterAll(() => service.stop());

/** An account with what the examples name, and how to fill their ids in. */
async function filledAccount() {
  const account = await service.account({ name: 'Equal', credits: '500' });
  const api = service.api(account);
  const ids: Record<string, string> = {
    agent: await makeAgent(service, account),
    csl: (
      await api.post('/counsellors', {
        name: 'Meera',
        email: `${account.id}@example.com`,
        mobile_number: '+919876541000',
      })
    ).id,
  };
  const at = new Date(service.clock.nowMs() + 3_600_000).toISOString();
  ids['call'] = (await api.post('/calls', { phone_number: '+919876549999', scheduled_for: at })).id;
  return { account, ids };
}

const filled = (text: string, ids: Record<string, string>) =>
  text.replace(/\b(agent|call|csl)_01kaf[0-9a-z]{21}\b/g, (example, kind: string) => ids[kind] ?? example);

/** What must not differ between two equal accounts. */
function comparable(text: string, { id }: TestAccount): string {
  return (
    text
      .replaceAll(id, 'ACCOUNT')
      .replace(/\b[a-z]+_[0-9a-z]{26}\b/g, 'ID')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/\d\d:\d\d on \d+ \w+/g, 'TIME')
      .replace(/whsec_[\w+/=]+/g, 'SECRET')
      .replace(/"secret_last4":"[^"]*"/g, 'LAST4')
      .replace(/"duration_ms":\d+/g, 'MS')
      // A number of the list shows where it was added.
      .replace(/"Added (?:through the API|in the console)\."/g, 'ADDED')
  );
}

async function send(
  { method, path, operation }: Documented,
  base: string,
  headers: Record<string, string>,
  ids: Record<string, string> = {},
  account?: TestAccount,
) {
  const example = operation.parameters?.find(({ in: place }) => place === 'path')?.example ?? 'none';
  const [first] = Object.values(operation.requestBody?.content['application/json'].examples ?? {});
  const body = first && filled(JSON.stringify(first.value), ids).replace('kabir@', `kabir.${account?.id}@`);
  const answer = await fetch(`${service.origin}${base}${filled(path.replace(/\{[^{}]*\}/g, example), ids)}`, {
    method: method.toUpperCase(),
    headers: { ...headers, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body } : {}),
  });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

const codeOf = (text: string) => (JSON.parse(text) as { error?: { code: string } }).error?.code;

test("responds to an admin's session as to a key, in every operation of /v1", async () => {
  const [one, other] = [await filledAccount(), await filledAccount()];
  const admin = await tests.person(other.account.id, ['ADMIN']);
  const different: string[] = [];
  for (const each of keyed) {
    const byKey = await send(each, '', { 'X-API-Key': one.account.key }, one.ids, one.account);
    const bySession = await send(each, '/console', { Cookie: admin.cookie }, other.ids, other.account);
    const [first, second] = [comparable(byKey.text, one.account), comparable(bySession.text, other.account)];
    if (byKey.status !== bySession.status || first !== second)
      different.push(
        `${each.operation.operationId}: ${byKey.status} ${first}\n${bySession.status} ${second}`,
      );
    expect(bySession.headers.get('ratelimit-policy')).toBe('"default";q=600;w=60');
    expect(bySession.headers.get('cache-control')).toBe('no-store');
  }
  expect(different).toEqual([]);
  expect(keyed.length).toBeGreaterThan(30);
});

test('allows every role the operations of its scopes, and no other', async () => {
  const { account } = await filledAccount();
  const wrong: string[] = [];
  for (const role of ROLES) {
    const { cookie } = await tests.person(account.id, [role]);
    const scopes = scopesOf([role], 'off');
    for (const [base, operations] of [
      ['/console', keyed],
      ['', ofConsole.filter(({ operation }) => operation['x-scopes'])],
    ] as const) {
      for (const each of operations) {
        const isAllowed = each.operation['x-scopes']?.some((scope) => scopes.includes(scope)) ?? false;
        const { status, text } = await send(each, base, { Cookie: cookie });
        const isRefused = status === 403 && codeOf(text) === 'insufficient_scope';
        if (isAllowed === isRefused) wrong.push(`${role} ${each.operation.operationId}: ${status}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(scopesOf(['ADMIN'], 'off')).toEqual(expect.arrayContaining([...SCOPES, 'account:manage']));
  expect(scopesOf(['STAFF', 'COUNSELLOR'], 'off')).toEqual(['calls:read', 'calls:write', 'own_calls']);
});

test('rejects requests of pages of other origins; /v1 ignores cookies, the console keys', async () => {
  const { account } = await filledAccount();
  const admin = await tests.person(account.id, ['ADMIN']);
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site', Origin: service.origin },
  ];
  const wrong: string[] = [];
  const all = [
    ...keyed.map((each) => ['/console', each] as const),
    ...ofConsole.map((each) => ['', each] as const),
  ];
  for (const [base, each] of all.filter(([, { method }]) => method !== 'get')) {
    for (const headers of foreign) {
      const { status, text } = await send(each, base, { Cookie: admin.cookie, ...headers });
      if (status !== 403 || codeOf(text) !== 'cross_origin')
        wrong.push(`${each.operation.operationId} ${JSON.stringify(headers)}: ${status}`);
    }
  }
  for (const each of keyed) {
    const [byCookie, byKey] = [
      await send(each, '', { Cookie: admin.cookie }),
      await send(each, '/console', { 'X-API-Key': account.key }),
    ];
    if (codeOf(byCookie.text) !== 'missing_api_key' || codeOf(byKey.text) !== 'not_signed_in')
      wrong.push(`${each.operation.operationId}: ${byCookie.status} ${byKey.status}`);
  }
  expect(wrong).toEqual([]);
});

test('changes nothing by any GET', async () => {
  const { account, ids } = await filledAccount();
  const admin = await tests.person(account.id, ['ADMIN']);
  const rows = async () => {
    const tables = [
      'calls',
      'agents',
      'memberships',
      'logins',
      'login_links',
      'login_passwords',
      'sessions',
      'audit_log',
      'accounts',
      'webhook_endpoints',
      'do_not_call',
      'batches',
      'human_calls',
      'sign_in_failures',
    ];
    const found: unknown[] = [];
    for (const table of tables)
      found.push(
        await service.unitOfWork.rows(
          `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS digest FROM ${table} t`,
        ),
      );
    return found;
  };
  const before = await rows();
  for (const each of keyed.filter(({ method }) => method === 'get'))
    await send(each, '/console', admin.headers, ids);
  for (const each of ofConsole.filter(({ method }) => method === 'get'))
    await send(each, '', admin.headers, ids);
  expect(await rows()).toEqual(before);
});
