import { Operations } from '../../src/cli/operations';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { makeTrunk } from '../harness/trunks';

let service: TestApp;
let account: TestAccount;
let trunk: string;

beforeAll(async () => {
  service = await TestApp.start();
  trunk = (await makeTrunk(service)).id;
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account();
});

const add = (phone: string, more: object = {}, of = account) =>
  new Operations(service.app).telephony.addNumber(of.id, phone, { trunkId: trunk, ...more });
const list = () => service.api(account).get('/numbers');

describe('GET /numbers', () => {
  test('returns an empty list before the operator has added a number', async () => {
    expect(await list()).toEqual({ object: 'list', data: [], has_more: false });
  });

  test('lists all own numbers in order, with their agents and the default', async () => {
    const agentId = await makeAgent(service, account, { direction: 'both' });
    await add('+912248001009');
    await add('+911409001000', { agentId, outbound: false });
    await add('+912248001001', { makeDefault: true });
    const other = await service.account();
    await add('+912248001005', {}, other);
    const number = { object: 'number', agent_id: null, is_default: false };
    expect(await list()).toEqual({
      object: 'list',
      data: [
        { ...number, phone_number: '+911409001000', agent_id: agentId },
        { ...number, phone_number: '+912248001001', is_default: true },
        { ...number, phone_number: '+912248001009' },
      ],
      has_more: false,
    });
  });

  test('accepts no parameters', async () => {
    const { body } = await service.http(account).get('/numbers?limit=1').expect(400);
    expect(body).toMatchObject({ error: { details: { errors: [{ field: 'query.limit' }] } } });
  });
});
