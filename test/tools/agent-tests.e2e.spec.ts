import { RateLog } from '../../src/platform/http/rate-limit/request-counts';
import { TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { ChatServer } from '../harness/chat-server';
import { ConsoleTests } from '../harness/console';

test('stores and runs tests of an agent, and reports each failed expectation', async () => {
  const service = await TestApp.start();
  const account = await service.account();
  const http = service.http(account);
  const agent = await makeAgent(service, account, {
    name: 'Asha',
    language: 'hinglish',
    opening_line: 'Namaste {{contact_name}}, main Asha bol rahi hoon, kya abhi baat ho sakti hai?',
  });
  const talk = [{ agent: { includes: ['rohan'] } }, { contact: 'Mujhe dobara call mat karna.' }];
  const right = {
    name: 'Opt-out',
    contact: { name: 'Rohan' },
    talk,
    expect: { asked_not_to_call: true, ended_by: 'agent' },
  };
  const absent = { contact: null, variables: null, mocks: null, expect: null };
  const late = { ...absent, name: 'Late', talk: ['hang_up', { agent: { excludes: ['refund'] } }] };
  const wrong = {
    name: 'Wrong',
    talk: [...talk, { contact: 'Hello?' }, { agent: { excludes: ['refund'] } }],
    expect: { tools: ['order_status'] },
  };
  await http
    .put(`/agents/${agent}/tests`)
    .send({ tests: [right, wrong, late] })
    .expect(200);
  const { body } = await http.post(`/agents/${agent}/tests/run`).send({}).expect(200);
  expect(body).toMatchObject({ engine: 'offline', passed: 1, failed: 2, skipped: 0 });
  const steps = (body.results[1].failures as { step: string }[]).map(({ step }) => step);
  expect(steps).toEqual(['talk[0]', 'talk[2]', 'talk[3]', 'expect.tools']);
  expect(body.results[2].failures).toMatchObject([{ step: 'talk[1]', found: 'The talk was over.' }]);
  const model = await http
    .post(`/agents/${agent}/tests/run`)
    .send({ engine: 'model', only: 'Opt-out' })
    .expect(200);
  expect(model.body).toMatchObject({ skipped: 1 });
  const bad = await http
    .put(`/agents/${agent}/tests`)
    .send({ tests: [{ name: 'x', talk: [{ says: 'y' }] }] })
    .expect(400);
  expect(bad.body.error.details.errors[0].field).toBe('tests[0].talk[0]');
  await service.stop();
});

test('tests a draft in the console, and allows an account 200 runs by a model in 24 hours', async () => {
  const server = new ChatServer();
  server.talk = () => 'Kya aap interested hain?';
  const service = await TestApp.start({ LLM_URL: await server.start(), LLM_MODEL: 'a-model' });
  const tests = new ConsoleTests(service);
  const account = await service.account();
  const { headers } = await tests.person(account.id, ['ADMIN']);
  const post = (body: object, as = headers) => tests.http(as).post('/agents/tests/run').send(body);
  const draft = {
    name: 'Draft',
    language: 'hinglish',
    opening_line: 'Namaste, main Ravi hoon.',
    system_prompt: 'Ask.',
  };
  const opening = { name: 'Opening', talk: [{ agent: { includes: ['ravi'] } }] };
  const { body } = await post({ draft, tests: [opening] }).expect(200);
  expect(body).toMatchObject({ object: 'agent_test_run', passed: 1, failed: 0 });
  const fieldsOf = async (sent: object) => {
    const answer = await post(sent).expect(400);
    return (answer.body.error.details.errors as { field: string }[]).map(({ field }) => field);
  };
  expect(await fieldsOf({ tests: [opening] })).toEqual(['agent_id']);
  expect(await fieldsOf({ draft: { ...draft, opening_line: '' }, tests: [opening] })).toEqual([
    'draft.opening_line',
  ]);
  expect(await fieldsOf({ draft, tests: [{ name: 'x', talk: [{ agent: { includes: 'x' } }] }] })).toEqual([
    'tests[0].talk[0].agent',
  ]);
  const staff = await tests.person(account.id, ['STAFF']);
  await post({ draft, tests: [opening] }, staff.headers).expect(403);
  await post({ agent_id: 'agent_unknown' }).expect(404);
  const log = service.app.get(RateLog, { strict: false });
  const key = `agent-tests-model:${account.id}`;
  for (let count = 0; count < 199; count += 1)
    await log.admit(key, service.clock.nowMs(), { max: 200, windowMs: 86_400_000 });
  const two = [opening, { ...opening, name: 'Second' }];
  const byModel = await post({ draft, tests: two, engine: 'model' }).expect(200);
  expect(byModel.body.results[1]).toMatchObject({
    status: 'skipped',
    reason: 'A run with a model has one test.',
  });
  const late = await post({ draft, tests: [opening], engine: 'model' }).expect(429);
  expect(late.body.error.message).toContain('More than 200 runs of tests by a model in 24 hours');
  await post({ draft, tests: [opening] }).expect(200);
  await service.stop();
  await server.stop();
});

test('interleaves concurrent runs, so that none waits for the whole of another', async () => {
  const service = await TestApp.start();
  const account = await service.account();
  const agent = await makeAgent(service, account);
  const done: string[] = [];
  const run = async (name: string, count: number) => {
    // Long enough that the others arrive before its end, also on a busy machine.
    const talk = Array.from({ length: name === 'long' ? 2 : 0 }, () => ({ contact: 'Fees kitni hai?' }));
    const tests = Array.from({ length: count }, (_, at) => ({ name: `${name} ${at}`, talk }));
    const { body } = await service
      .http(account)
      .post(`/agents/${agent}/tests/run`)
      .send({ tests })
      .expect(200);
    expect(body).toMatchObject({ passed: count, skipped: 0 });
    done.push(name);
  };
  await Promise.all([run('long', 100), run('short', 2), run('also short', 2)]);
  expect(done.at(-1)).toBe('long');
  await service.stop();
});
