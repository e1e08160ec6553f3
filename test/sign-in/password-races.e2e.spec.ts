import { PasswordHash } from '../../src/sign-in/infrastructure/password-hash';
import { TestApp } from '../harness/app';
import { ConsoleTests, cookiesOf, PASSWORD } from '../harness/console';
import { ROUNDS } from '../harness/rounds';

const ANOTHER = 'another good one';

let service: TestApp;
let tests: ConsoleTests;
let account: string;

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
  account = (await service.account()).id;
});
afterAll(() => service.stop());
afterEach(() => jest.restoreAllMocks());

const signIn = (email: string, password: string) => tests.http().post('/sign-in').send({ email, password });
const changePassword = (cookie: string, current_password: string, new_password: string) =>
  tests.http({ Cookie: cookie }).put('/password').send({ current_password, new_password });
const cookieOf = (cookies: Record<string, string>) => `${tests.cookieName}=${cookies[tests.cookieName]}`;

/** Does something after the next password was compared, and before anything comes of it. */
function afterNextCheck(act: () => Promise<unknown>): void {
  const hashes = service.app.get(PasswordHash, { strict: false });
  const matches = hashes.matches.bind(hashes);
  jest.spyOn(hashes, 'matches').mockImplementationOnce(async (...input) => {
    const isRight = await matches(...input);
    await act();
    return isRight;
  });
}

async function sessionsOf(loginId: string): Promise<number> {
  return (await service.unitOfWork.rows('SELECT FROM sessions WHERE login_id = $1', [loginId])).length;
}

test('opens no session by a password that was changed during its check', async () => {
  const { email, loginId, cookies } = await tests.withPassword(account, ['STAFF']);
  afterNextCheck(() => changePassword(cookieOf(cookies), PASSWORD, ANOTHER).expect(200));
  await signIn(email, PASSWORD).expect(401);
  expect(await sessionsOf(loginId)).toBe(1);
  await signIn(email, ANOTHER).expect(200);
});

test('opens no session when a link was redeemed during the check of a password', async () => {
  const { email, loginId } = await tests.withPassword(account, ['STAFF']);
  const token = await tests.link(email);
  afterNextCheck(() => tests.http().post('/links/redeem').send({ token, password: ANOTHER }).expect(200));
  await signIn(email, PASSWORD).expect(401);
  expect(await sessionsOf(loginId)).toBe(1);
});

test('applies the first of two changes of a password at once', async () => {
  const { email, loginId, cookies } = await tests.withPassword(account, ['STAFF']);
  const other = cookiesOf((await signIn(email, PASSWORD).expect(200)).headers);
  afterNextCheck(() => changePassword(cookieOf(other), PASSWORD, ANOTHER).expect(200));
  await changePassword(cookieOf(cookies), PASSWORD, 'and another one').expect(401);
  expect(await sessionsOf(loginId)).toBe(1);
  await signIn(email, ANOTHER).expect(200);
});

test('changes no password by a session that ends meanwhile', async () => {
  const { email, loginId, cookies } = await tests.withPassword(account, ['STAFF']);
  const owner = cookiesOf((await signIn(email, PASSWORD).expect(200)).headers);
  afterNextCheck(() =>
    tests
      .http({ Cookie: cookieOf(owner) })
      .post('/sessions/end-others')
      .expect(200),
  );
  const { body } = await changePassword(cookieOf(cookies), PASSWORD, ANOTHER).expect(401);
  expect(body.error.code).toBe('not_signed_in');
  expect(await sessionsOf(loginId)).toBe(1);
  await signIn(email, PASSWORD).expect(200);
});

test.each(ROUNDS)(
  'leaves one password and its session after sign-ins and a link at once, round %i',
  async () => {
    const { email, loginId } = await tests.withPassword(account, ['STAFF', 'COUNSELLOR']);
    const token = await tests.link(email);
    const redeemed = tests.http().post('/links/redeem').send({ token, password: ANOTHER });
    const answers = await Promise.all([
      redeemed,
      ...Array.from({ length: 8 }, () => signIn(email, PASSWORD)),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 401)).toEqual(
      [],
    );
    expect(await sessionsOf(loginId)).toBe(1);
  },
);
