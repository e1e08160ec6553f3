import { HASH_COST } from '../../src/sign-in/infrastructure/password-hash';
import { TestApp } from '../harness/app';
import { ConsoleTests, PASSWORD } from '../harness/console';

let service: TestApp;
let tests: ConsoleTests;
let account: string;

beforeAll(async () => {
  service = await TestApp.start({ TRUST_PROXY: 'loopback' });
  tests = new ConsoleTests(service);
  account = (await service.account()).id;
});
afterAll(() => service.stop());

const signIn = (email: string, address: string) =>
  tests.http({ 'X-Forwarded-For': address }).post('/sign-in').send({ email, password: PASSWORD });

test('allows other sign-ins while six logins of one address sign in continuously', async () => {
  const people = (count: number) =>
    Promise.all(Array.from({ length: count }, () => tests.withPassword(account, ['STAFF'])));
  const cost = { ...HASH_COST };
  // Takes longer than the rest of a request, so that the line fills.
  Object.assign(HASH_COST, { logN: 14, r: 8 });
  const [own, others] = [await people(6), await people(10)];
  let isOver = false;
  const flood = own.flatMap(({ email }) =>
    Array.from({ length: 6 }, async () => {
      while (!isOver) await signIn(email, '203.0.113.1');
    }),
  );
  try {
    for (const [at, { email }] of others.entries()) await signIn(email, `198.51.100.${at}`).expect(200);
  } finally {
    isOver = true;
    Object.assign(HASH_COST, cost);
    await Promise.all(flood);
  }
});
