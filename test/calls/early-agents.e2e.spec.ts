import { TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';

const LATER_SETTINGS = [
  'voicemail',
  'interruption',
  'patience',
  'keyterms',
  'pronunciations',
  'toolIds',
  'builtInTools',
];

let service: TestApp;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());

test('reads the talk of an agent that was saved before an upgrade brought new settings', async () => {
  const account = await service.account();
  const agentId = await makeAgent(service, account, { extraction_questions: ['Which course?'] });
  const calls = new CallTests(service, account, agentId);
  await service.unitOfWork.affected(
    'UPDATE agent_versions SET script = (script::jsonb - $2::text[])::json WHERE agent_id = $1',
    [agentId, LATER_SETTINGS],
  );
  const { id } = await calls.queue({ phone_number: number() });
  const { outcome } = await calls.final(id);
  expect(outcome).toMatchObject({
    disposition: 'Interested',
    answers: { 'Which course?': expect.any(String) },
  });
});
