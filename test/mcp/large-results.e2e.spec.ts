import type { Client } from '@modelcontextprotocol/client';
import { type TestAccount, TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { McpClients, useTool as use } from '../harness/mcp-clients';

/** As many characters as an agent may have; three bytes each. */
const PROMPT = 'क'.repeat(60_000);
const MAX_BYTES = 65_536;

let service: TestApp;
let account: TestAccount;
let client: Client;
const clients = new McpClients();

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account();
  client = await clients.connect(service, account.key);
});
afterAll(async () => {
  await clients.close();
  await service.stop();
});

const small = async (name: string, args: Record<string, unknown> = {}) => {
  const { value } = await use(client, name, args);
  expect(Buffer.byteLength(JSON.stringify(value))).toBeLessThanOrEqual(MAX_BYTES);
  return value;
};
const makeLargeAgent = (fields: object = {}) =>
  small('create_agent', {
    name: `Large ${number()}`,
    opening_line: 'Namaste.',
    system_prompt: PROMPT,
    ...fields,
  });

describe('results for an agent with a long script', () => {
  it('have its id, and every field but the end of the script', async () => {
    const made = await makeLargeAgent();
    expect(made).toMatchObject({ id: expect.stringMatching(/^agent_/), opening_line: 'Namaste.' });
    const { system_prompt: prompt, ...read } = await small('get_agent', { agent_id: made['id'] });
    const { body } = await service
      .http(account)
      .get(`/agents/${made['id'] as string}`)
      .expect(200);
    expect({ ...read, system_prompt: PROMPT }).toEqual({
      ...(body as object),
      truncated: 'Only the beginning of system_prompt: read the whole by the API.',
    });
    expect(prompt).toMatch(/^क{15000,}…$/);
  });

  it('have a confirmation of a change, which works', async () => {
    const { id: agent_id, updated_at: expected_updated_at } = await makeLargeAgent();
    const change = { agent_id, expected_updated_at, system_prompt: 'ख'.repeat(60_000), pace: 1.2 };
    const asked = await small('update_agent', change);
    expect(asked).toMatchObject({
      needs_confirmation: true,
      preview: {
        agent_id,
        changes: expect.arrayContaining([
          expect.objectContaining({ field: 'system_prompt', from: expect.stringMatching(/^क+…$/) }),
          { field: 'pace', from: null, to: 1.2 },
        ]),
      },
      expires_at: expect.any(String),
      truncated: expect.stringMatching(/preview\.changes\[\d\]\.from, preview\.changes\[\d\]\.to/),
    });
    const changed = await small('update_agent', { ...change, confirmation: asked['confirmation'] });
    expect(changed).toMatchObject({ id: agent_id, pace: 1.2, updated_at: expect.any(String) });
  });

  it('have every field of an agent of the maximum size', async () => {
    const texts = (count: number, length: number) =>
      Array.from({ length: count }, (_, index) => String(index).padEnd(length, 'ग'));
    const made = await makeLargeAgent({
      opening_line: 'न'.repeat(2_000),
      extraction_questions: texts(50, 500),
      dispositions: texts(50, 64),
      keyterms: texts(100, 64),
      pronunciations: texts(100, 64).map((text) => ({ text, say: 'घ'.repeat(128) })),
    });
    const { body } = await service
      .http(account)
      .get(`/agents/${made['id'] as string}`)
      .expect(200);
    const read = await small('get_agent', { agent_id: made['id'] });
    expect(Object.keys(read)).toEqual([...Object.keys(body as object), 'truncated']);
    expect(read).toMatchObject({ id: made['id'], updated_at: made['updated_at'] });
  });
});

describe('a truncated list', () => {
  it('refers to the API when the tool has no pages', async () => {
    for (let count = 0; count < 170; count += 1) {
      const agent = { name: number().padEnd(128, 'क'), opening_line: 'Hi.', system_prompt: 'X.' };
      await service.api(account).post('/agents', agent);
    }
    const { truncated } = await small('list_agents');
    expect(truncated).toMatch(/^data has \d+ of \d+ entries: read the rest by the API\.$/);
  });

  it('refers to its next page when the tool has pages', async () => {
    const { id: agent_id } = await makeLargeAgent({ system_prompt: 'Be brief.' });
    const metadata = { note: 'm'.repeat(2_500) };
    const calls = Array.from({ length: 30 }, () => ({ phone_number: number('0001'), metadata }));
    await use(client, 'queue_batch', { agent_id, calls, test: true });
    const { data: first, truncated } = await small('list_calls', { limit: 50 });
    const last = first.at(-1).id as string;
    expect(truncated).toMatch(
      new RegExp(`^data has \\d+ of 30 entries: go on with starting_after ${last}\\.$`),
    );
    const { data: second } = await small('list_calls', { limit: 50, starting_after: last });
    expect([...first, ...second]).toHaveLength(30);
  });
});
