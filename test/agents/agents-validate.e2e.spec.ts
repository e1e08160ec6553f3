import { AgentResources } from '../../src/agents';
import { type TestAccount, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { ConsoleTests } from '../harness/console';

let service: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let page: ReturnType<ConsoleTests['http']>;

const NEW = {
  name: 'Asha new',
  opening_line: 'Namaste {{contact_name}}, about {{course}}?',
  system_prompt: 'Help with {{course}} and {{city}}.',
};

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
  account = await service.account();
  page = tests.http((await tests.person(account.id, ['ADMIN'])).headers);
});
afterAll(() => service.stop());

const validate = async (body: object, status = 200) =>
  (await page.post('/agents/validate').send(body).expect(status)).body;

const agentCount = async () =>
  (await service.unitOfWork.rows('SELECT id FROM agents WHERE account_id = $1', [account.id])).length;

test('returns the variables of a draft without errors, and stores nothing', async () => {
  const before = await agentCount();
  expect(await validate({ agent: { ...NEW, tts_model: 'google' } })).toEqual({
    object: 'agent_validation',
    errors: [],
    warnings: [],
    variables: ['course', 'city'],
    uses_contact_name: true,
    waiting_calls: 0,
  });
  expect(await agentCount()).toBe(before);
  const { body } = await page.get('/audit-log?action=consoleValidateAgent').expect(200);
  expect(body.data).toEqual([]);
});

test('lists every field with a problem, and why the whole would be rejected', async () => {
  const { errors, variables } = await validate({
    agent: {
      opening_line: '',
      system_prompt: 'On {{course}}',
      voice: 'nobody',
      handoff_numbers: ['1'],
      color: 1,
    },
  });
  const codes = Object.fromEntries(
    (errors as { field: string; code: string }[]).map(({ field, code }) => [field, code]),
  );
  expect(codes).toEqual({
    name: 'invalid_request',
    opening_line: 'invalid_request',
    'handoff_numbers[0]': 'invalid_request',
    color: 'invalid_request',
    voice: 'invalid_voice',
  });
  expect(errors.find(({ field }: { field: string }) => field === 'voice').valid).toContain('Aoede');
  expect(variables).toEqual(['course']);
});

test('validates a change against the stored agent: names, versions, waiting calls', async () => {
  const id = await makeAgent(service, account, { name: 'Saved', max_call_minutes: 5 });
  await makeAgent(service, account, { name: 'Other' });
  const later = new Date(service.clock.nowMs() + 3_600_000).toISOString();
  await service
    .http(account)
    .post('/calls')
    .send({ agent_id: id, phone_number: number('0001'), scheduled_for: later })
    .expect(200);
  expect(await validate({ id, agent: { name: 'saved', max_call_minutes: null } })).toMatchObject({
    errors: [],
    waiting_calls: 1,
  });
  expect((await validate({ id, agent: { name: ' OTHER ' } })).errors).toMatchObject([
    { field: 'name', code: 'agent_name_taken' },
  ]);
  expect(
    (await validate({ id, agent: { expected_updated_at: '2020-01-01T00:00:00Z', pace: 1.2 } })).errors,
  ).toMatchObject([{ field: 'expected_updated_at', code: 'version_conflict' }]);
  const { body } = await service.http(account).get(`/agents/${id}`).expect(200);
  expect(body).toMatchObject({ name: 'Saved', max_call_minutes: 5 });
});

test('requires an object, an agent of the account, and agents:manage', async () => {
  await validate({ agent: [] }, 400);
  await validate({}, 400);
  await validate({ agent: NEW, more: 1 }, 400);
  expect((await validate({ id: 'agent_unknown', agent: {} }, 404)).error.code).toBe('agent_not_found');
  const foreign = await makeAgent(service, await service.account());
  await validate({ id: foreign, agent: {} }, 404);
  const staff = tests.http((await tests.person(account.id, ['STAFF'])).headers);
  await staff.post('/agents/validate').send({ agent: NEW }).expect(403);
  await staff.get('/agent-resources').expect(403);
});

test('lists booking pages and templates of the account by name', async () => {
  const resources = service.app.get(AgentResources, { strict: false });
  await resources.addBookingPage((await service.account()).id, 'Not ours');
  for (const name of ['visit', 'Campus']) await resources.addBookingPage(account.id, name);
  await resources.addTemplate(account.id, 'brochure', false);
  const { body } = await page.get('/agent-resources').expect(200);
  expect(body).toMatchObject({
    booking_pages: [{ name: 'Campus' }, { name: 'visit' }],
    whatsapp_templates: [{ name: 'brochure', approved: false }],
  });
});
