import request from 'supertest';
import { Accounts, People } from '../../src/accounts';
import { Config } from '../../src/platform/config/config';
import { LoginLinks, Logins } from '../../src/sign-in';
import { HASH_COST } from '../../src/sign-in/infrastructure/password-hash';
import { Sessions } from '../../src/sign-in/application/sessions';
import type { TestApp } from './app';
import { AnswerValidator, consoleDocumentOf } from './document';

// A real hash takes 0.2 s of a core.
const realCost = { ...HASH_COST };
Object.assign(HASH_COST, { logN: 4, r: 1, p: 1 });
afterAll(() => Object.assign(HASH_COST, realCost));

export const PASSWORD = 'correct horse battery';

export type Role = 'ADMIN' | 'STAFF' | 'COUNSELLOR';

/** A person who signed in, by a session of their own. */
export interface SignedInPerson {
  readonly loginId: string;
  readonly email: string;
  readonly sessionId: string;
  /** The session's cookie, as the browser sends it. */
  readonly cookie: string;
  /** Headers of the page's own requests. */
  readonly headers: Readonly<Record<string, string>>;
}

let people = 0;

/** What the browser of a person does. */
export class ConsoleTests {
  readonly #validator: AnswerValidator;

  constructor(readonly service: TestApp) {
    this.#validator = AnswerValidator.of(consoleDocumentOf(service.app));
  }

  /** The name of the session's cookie. */
  get cookieName(): string {
    const { publicUrl } = this.service.app.get(Config, { strict: false });
    return `aics-${new URL(publicUrl ?? this.service.origin).port}`;
  }

  /** The response must match the console's own document. */
  http(headers: Readonly<Record<string, string>> = {}) {
    const agent = request(this.service.origin);
    const send = (method: 'get' | 'post' | 'put' | 'patch' | 'delete') => (path: string) =>
      agent[method](`/console/api${path}`)
        .set(headers)
        .expect((answer) => this.#validator.check(method, `/console/api${path}`, answer));
    return {
      get: send('get'),
      post: send('post'),
      put: send('put'),
      patch: send('patch'),
      delete: send('delete'),
    };
  }

  /** A member with these roles, without a password. */
  async member(accountId: string, roles: readonly Role[], email = `person${++people}@example.com`) {
    const { members } = this.service.app.get(People, { strict: false });
    const login = { email, name: `Person ${people}`, mobileNumber: null };
    let member = await members.addRole(accountId, login, roles[0] ?? 'STAFF');
    for (const role of roles.slice(1)) member = await members.addRole(accountId, login, role);
    return member;
  }

  /** A member with a session, opened without a password. */
  async person(accountId: string, roles: readonly Role[], email?: string): Promise<SignedInPerson> {
    const { loginId, email: address } = await this.member(accountId, roles, email);
    return this.open(loginId, address);
  }

  /** Another session of a login. */
  async open(loginId: string, email: string): Promise<SignedInPerson> {
    const sessions = this.service.app.get(Sessions, { strict: false });
    const { id, token } = await sessions.open(loginId, {
      address: '127.0.0.1',
      userAgent: 'Firefox/140 Linux',
    });
    const cookie = `${this.cookieName}=${token}`;
    return { loginId, email, sessionId: id, cookie, headers: { Cookie: cookie } };
  }

  /** A member who has chosen a password, by a link. */
  async withPassword(accountId: string, roles: readonly Role[], password = PASSWORD) {
    const { email, loginId } = await this.member(accountId, roles);
    const token = await this.link(email);
    const answer = await this.http().post('/links/redeem').send({ token, password }).expect(200);
    const cookies = cookiesOf(answer.headers);
    return { email, loginId, cookies };
  }

  /** The token of a link to choose a password. */
  async link(email: string): Promise<string> {
    const made = await this.service.app.get(Logins, { strict: false }).link(email);
    return made?.link.path.split('#')[1] ?? '';
  }

  /** Makes a link of any kind. */
  links(): LoginLinks {
    return this.service.app.get(LoginLinks, { strict: false });
  }

  accounts(): Accounts {
    return this.service.app.get(Accounts, { strict: false });
  }
}

/** The cookies that an answer sets, by name. */
export function cookiesOf(headers: object): Record<string, string> {
  const lines = new Map(Object.entries(headers)).get('set-cookie') as string[] | undefined;
  return Object.fromEntries(
    (lines ?? []).map((line) => {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
