import { TestApp } from './app';
import { ConsoleTests, PASSWORD } from './console';
import { SmtpServer } from './smtp';

/** One-time links to the console, and the mails that bring them. */
export class LinkTests {
  private constructor(
    readonly smtp: SmtpServer,
    readonly service: TestApp,
    readonly tests: ConsoleTests,
    /** An account named Sunrise. */
    readonly account: string,
  ) {}

  static async start(): Promise<LinkTests> {
    const smtp = await SmtpServer.start();
    const service = await TestApp.start({ SMTP_URL: smtp.url });
    const { id } = await service.account({ name: 'Sunrise' });
    return new LinkTests(smtp, service, new ConsoleTests(service), id);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.smtp.stop();
  }

  inspect(token: string) {
    return this.tests.http().post('/links/inspect').send({ token });
  }

  redeem(token: string, password = PASSWORD) {
    return this.tests.http().post('/links/redeem').send({ token, password });
  }

  /** The tokens that were mailed to an address, the oldest first. */
  mailed(address: string): string[] {
    const token = (text: string) =>
      /\/console\/link#([\w-]{43})/.exec(text.replace(/=\r?\n/g, ''))?.[1] ?? '';
    return this.smtp.to(address).map(token);
  }
}
