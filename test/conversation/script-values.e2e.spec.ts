import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';

type Json = Record<string, any>;

let service: TestApp;
let account: TestAccount;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account({ lines: 10 });
});
afterAll(() => service.stop());

const shortened = (field: string) => ({ field, code: 'value_shortened', message: expect.any(String) });
const LONG = { a: '('.repeat(8_180) };

describe('values that are too long for a script', () => {
  test('are shortened with a warning, for one call and in a batch', async () => {
    const agent_id = await makeAgent(service, account, { opening_line: 'Hello {{a}}' });
    const one = await service
      .http(account)
      .post('/calls')
      .send({ agent_id, phone_number: number(), variables: LONG });
    expect(one.status).toBe(200);
    expect(one.body.warnings).toEqual([shortened('variables.a')]);
    const batch = await service
      .http(account)
      .post('/batches')
      .send({
        agent_id,
        calls: [
          { phone_number: number(), variables: { a: 'x' } },
          { phone_number: number(), variables: LONG },
        ],
      });
    expect(batch.status).toBe(200);
    expect(batch.body.warnings).toEqual([shortened('calls[1].variables.a')]);
  });

  test('delay no talk', async () => {
    const agent_id = await makeAgent(service, account, {
      name: 'Brackets',
      opening_line: '{{a}}'.repeat(400),
      system_prompt: '{{a}}'.repeat(12_000),
      extraction_questions: Array.from({ length: 50 }, (_, at) => `${at} ${'{{a}}'.repeat(99)}`),
    });
    const calls = new CallTests(service, account, agent_id);
    const began = performance.now();
    const { id } = await calls.queue({ phone_number: number('0001'), variables: LONG, test: true });
    const call: Json = await calls.final(id);
    expect(call['status']).toBe('completed');
    expect(call['outcome'].transcript[0].text.length).toBeLessThanOrEqual(8_000);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
