import { formatInstant } from '../platform/kernel/instant';
import { Logins, SetupLink } from '../sign-in';
import { ContextOperations } from './context-operations';
import { CommandError } from './output';
import { linkView } from './views';

export class LoginOperations extends ContextOperations {
  readonly #logins = this.service(Logins);
  readonly #setupLink = this.service(SetupLink);

  /** @throws CommandError once a login has a password */
  async setup() {
    const link = await this.#setupLink.make();
    if (!link) {
      throw new CommandError(
        'The console is set up: somebody has a password. Use login link --email for a login.',
      );
    }
    return linkView(link);
  }

  async link(email: string) {
    const made = await this.#logins.link(email);
    if (!made) throw unknownLogin(email);
    await this.auditLog.writeOfLogin(made.loginId, 'login link');
    return { email, ...linkView(made.link) };
  }

  async changeEmail(email: string, to: string) {
    const loginId = await this.#logins.find(email);
    const result = await this.#logins.changeEmail(email, to);
    if (result === 'unknown' || loginId === null) throw unknownLogin(email);
    if (result === 'taken') throw new CommandError(`There is a login with ${to}: one e-mail is one person.`);
    await this.auditLog.writeOfLogin(loginId, 'login email');
    return { email: to };
  }

  async signOut(email: string) {
    const ended = await this.#logins.signOut(email);
    if (!ended) throw unknownLogin(email);
    await this.auditLog.writeOfLogin(ended.loginId, 'login sign-out');
    return { email, sessions_ended: ended.sessions };
  }

  async list() {
    return (await this.#logins.list()).map(({ email, name, hasPassword, lastSignedInAt, accounts }) => ({
      email,
      name,
      has_password: hasPassword,
      last_signed_in_at: lastSignedInAt && formatInstant(lastSignedInAt),
      accounts,
    }));
  }
}

function unknownLogin(email: string): CommandError {
  return new CommandError(`There is no login with ${email}: login list shows them.`);
}
