import { type TestAccount, TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { command } from '../harness/commands';

let service: TestApp;
let account: TestAccount;
const numbers = [number(), number(), number()] as const;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account();
  for (const each of numbers) {
    await service.http(account).put(`/do-not-call/${each}`).expect(200);
    await service.advance(1_000);
  }
});
afterAll(() => service.stop());

const listed = async (query: Record<string, string>) => {
  const { data, has_more } = await service
    .api(account)
    .get(`/do-not-call?${String(new URLSearchParams(query))}`);
  expect(has_more).toBe(false);
  return data.map(({ phone_number }) => phone_number);
};

describe('GET /do-not-call with phone_number', () => {
  it('returns the entry of that number alone, however it is written', async () => {
    const [sought] = numbers;
    for (const written of [sought, sought.slice(1), ` ${sought.slice(1, 6)}-${sought.slice(6)}`]) {
      expect(await listed({ phone_number: written })).toEqual([sought]);
    }
  });

  it('returns an empty list for numbers that are not listed, and for values that are no number', async () => {
    expect(await listed({ phone_number: number() })).toEqual([]);
    expect(await listed({ phone_number: 'abc' })).toEqual([]);
  });

  it('returns the entries after the cursor, whichever entry it names', async () => {
    const [oldest, middle, newest] = numbers;
    expect(await listed({ phone_number: middle, starting_after: newest })).toEqual([middle]);
    expect(await listed({ phone_number: middle, starting_after: middle })).toEqual([]);
    expect(await listed({ phone_number: middle, starting_after: oldest })).toEqual([]);
    const { body } = await service
      .http(account)
      .get(`/do-not-call?phone_number=${middle.slice(1)}&starting_after=${number().slice(1)}`)
      .expect(400);
    expect(body.error.details.errors).toMatchObject([{ field: 'query.starting_after' }]);
  });

  it('refuses an empty number', async () => {
    const { body } = await service.http(account).get('/do-not-call?phone_number=').expect(400);
    expect(body.error.details.errors).toMatchObject([{ field: 'query.phone_number' }]);
  });
});

describe('a listed number that is never dialed, such as one of a satellite phone', () => {
  const caller = '+881612345678';
  const list = () =>
    service.unitOfWork.rows(
      `INSERT INTO do_not_call (account_id, phone_number, since, reason) VALUES ($1, $2, now(), 'asked in a call')`,
      [account.id, caller],
    );

  it('is removed by the API', async () => {
    await list();
    await service.http(account).delete(`/do-not-call/${caller}`).expect(200);
  });

  it('is removed by the command', async () => {
    await list();
    const remove = ['do-not-call', 'remove', '--account', account.id, '--phone'];
    expect(await command(service, ...remove, caller)).toMatchObject({ code: 0 });
    expect(await listed({ phone_number: caller })).toEqual([]);
    expect(await command(service, ...remove, caller)).toMatchObject({ code: 1 });
    expect(await command(service, ...remove, 'abc')).toMatchObject({ code: 2 });
  });

  it('is added by neither', async () => {
    await service.http(account).put(`/do-not-call/${caller}`).expect(400);
    const add = ['do-not-call', 'add', '--account', account.id, '--phone', caller];
    expect(await command(service, ...add)).toMatchObject({ code: 2 });
  });
});
