import { CounsellorTests, email, type Json } from '../harness/counsellors';
import { ROUNDS } from '../harness/rounds';

const tests = CounsellorTests.setUp();

describe.each(ROUNDS)('races, round %i', () => {
  const tally = (answers: readonly { status: number; body: Json }[]) =>
    answers.map(({ status, body }) => body['error']?.code ?? `${status} ${body['created']}`).sort();

  test('gives one e-mail to one of two accounts that invite it', async () => {
    const other = await tests.service.account();
    const body = { name: 'Meera', email: email(), send_welcome_email: false };
    const answers = await Promise.all(
      [tests.account, other].map((as) => tests.service.http(as).post('/counsellors').send(body)),
    );
    expect(tally(answers)).toEqual(['200 true', 'email_in_use_elsewhere']);
  });

  test('creates one counsellor with one e-mail of five invitations at once', async () => {
    const body = { name: 'Meera', email: email() };
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => tests.service.http(tests.account).post('/counsellors').send(body)),
    );
    expect(tally(answers)).toEqual([...Array<string>(4).fill('200 false'), '200 true']);
    expect(tests.smtp.to(body.email)).toHaveLength(1);
  });

  test('gives one extension to one of new, changed and reactivated counsellors', async () => {
    const fields = { send_welcome_email: false };
    const [back, changed] = [await tests.add({ ...fields, carrier_extension: 'x' }), await tests.add(fields)];
    await tests.patch(back['id'] as string, { active: false });
    const answers = await Promise.all([
      tests.service
        .http(tests.account)
        .patch(`/counsellors/${back['id'] as string}`)
        .send({ active: true }),
      tests.service
        .http(tests.account)
        .patch(`/counsellors/${changed['id'] as string}`)
        .send({ carrier_extension: 'x' }),
      ...[1, 2].map(() =>
        tests.service
          .http(tests.account)
          .post('/counsellors')
          .send({ name: 'New', email: email(), carrier_extension: 'x', ...fields }),
      ),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});
