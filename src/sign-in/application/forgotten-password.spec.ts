import { HandMovedTime } from '../../../test/harness/simulated-network';
import type { MailResult } from '../../platform/mail/mailer';
import { ForgottenPassword } from './forgotten-password';

const LOGIN = { id: 'login_1', name: 'Meera', email: 'meera@example.com' };

function setUp(...results: MailResult['kind'][]) {
  const time = new HandMovedTime();
  const tries: number[] = [];
  const began = time.nowMs;
  const forgotten = new ForgottenPassword(
    { findByEmail: () => Promise.resolve(LOGIN) } as never,
    { mayMail: () => Promise.resolve(true) } as never,
    { make: () => Promise.resolve({ id: 'link_1' }) } as never,
    {
      send: () => {
        tries.push((time.nowMs - began) / 1_000);
        return Promise.resolve(results.shift());
      },
    } as never,
  );
  return { time, tries, over: forgotten.send(LOGIN.email, time) };
}

test.each<[string, MailResult['kind'][], number[]]>([
  ['sent at once', ['sent'], [0]],
  ['refused twice', ['refused', 'refused', 'sent'], [0, 5, 65]],
  ['refused for good', ['refused', 'refused', 'refused'], [0, 5, 65]],
  ['that may have arrived', ['unknown'], [0]],
  ['that is kept as a file', ['kept'], [0]],
])('a mail %s', async (_, results, tries) => {
  const tried = setUp(...results);
  await tried.time.move(600_000);
  await tried.over;
  expect(tried.tries).toEqual(tries);
  expect(tried.time.waiting).toBe(0);
});
