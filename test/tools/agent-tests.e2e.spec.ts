import { TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';

test('tests of an agent are stored and run, and say what was not as expected', async () => {
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
  const wrong = {
    name: 'Wrong',
    talk: [...talk, { contact: 'Hello?' }],
    expect: { tools: ['order_status'] },
  };
  await http
    .put(`/agents/${agent}/tests`)
    .send({ tests: [right, wrong] })
    .expect(200);
  const { body } = await http.post(`/agents/${agent}/tests/run`).send({}).expect(200);
  expect(body).toMatchObject({ engine: 'offline', passed: 1, failed: 1, skipped: 0 });
  const steps = (body.results[1].failures as { step: string }[]).map(({ step }) => step);
  expect(steps).toEqual(['talk[0]', 'talk[2]', 'expect.tools']);
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
