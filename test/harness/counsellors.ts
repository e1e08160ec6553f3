import request from 'supertest';
import { People } from '../../src/accounts';
import { type TestAccount, TestApp } from './app';
import { SmtpServer } from './smtp';

export type Json = Record<string, any>;

let emails = 0;

/** An e-mail address that no other test uses. */
export const email = () => `person${++emails}@example.com`;

/** Opens the page of an invitation, or presses its button. */
export function visit(link: string, method: 'get' | 'post' = 'get') {
  const { origin, pathname } = new URL(link);
  return request(origin)[method](pathname);
}

/** Counsellors as an API user has them. */
export class CounsellorTests {
  service!: TestApp;
  smtp!: SmtpServer;
  account!: TestAccount;

  /** A service with a mail server for the tests of a file, and for each of them an account of its own. */
  static setUp(): CounsellorTests {
    const tests = new CounsellorTests();
    beforeAll(async () => {
      tests.smtp = await SmtpServer.start();
      // Mails then lead to the page that only accepts; test/sign-in has those that lead to the console.
      tests.service = await TestApp.start({ SMTP_URL: tests.smtp.url, CONSOLE: 'off' });
    });
    afterAll(async () => {
      await tests.service.stop();
      await tests.smtp.stop();
    });
    beforeEach(async () => {
      tests.account = await tests.service.account();
      tests.smtp.behaviour = (accept) => accept();
    });
    return tests;
  }

  async add(fields: object = {}, as = this.account, status = 200): Promise<Json> {
    const body = { name: 'Meera Nair', email: email(), mobile_number: '+91 98765-43210', ...fields };
    return (await this.service.http(as).post('/counsellors').send(body).expect(status)).body as Json;
  }

  async read(id: string, as = this.account): Promise<Json> {
    return (await this.service.http(as).get(`/counsellors/${id}`).expect(200)).body as Json;
  }

  async patch(id: string, body: object, status = 200): Promise<Json> {
    return (await this.service.http(this.account).patch(`/counsellors/${id}`).send(body).expect(status))
      .body as Json;
  }

  async list(as = this.account): Promise<Json[]> {
    return ((await this.service.http(as).get('/counsellors').expect(200)).body as { data: Json[] }).data;
  }

  /** The operator's `member add`. */
  staff(address: string, role: 'ADMIN' | 'STAFF' | 'COUNSELLOR', as = this.account) {
    const { members } = this.service.app.get(People, { strict: false });
    return members.addRole(as.id, { email: address, name: 'Staff', mobileNumber: null }, role);
  }

  /** The link in the one e-mail to an address. */
  linkTo(address: string): string {
    const mails = this.smtp.to(address);
    expect(mails).toHaveLength(1);
    return /http:\S+\/invitations\/[\w-]+/.exec(mails[0] ?? '')?.[0] ?? '';
  }
}
