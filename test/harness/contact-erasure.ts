import { eraseContact } from '../../src/cli/contact-erasure';
import { eventually, type TestAccount } from './app';
import { makeAgent } from './builders';
import { temporaryFolder } from './temporary-folder';
import type { Json } from './human-calls';
import { WebhookTests } from './webhooks';

/** Identifies the contact of a call. */
export const PERSON = {
  name: 'Rukmini Zutshi',
  email: 'rukmini@zutshi.example',
  external_id: 'zutshi-lead-9',
};
export const ABOUT = {
  contact: PERSON,
  variables: { course: 'Zutshi-course' },
  metadata: { note: 'Zutshi-note' },
};

/** Calls of an account, and the erasure of their contacts. */
export class ErasureTests {
  account!: TestAccount;
  agentId!: string;

  private constructor(
    readonly hooks: WebhookTests,
    readonly folder: ReturnType<typeof temporaryFolder>,
  ) {}

  static async start(): Promise<ErasureTests> {
    const folder = temporaryFolder();
    return new ErasureTests(await WebhookTests.start({ DATA_DIR: folder.path }), folder);
  }

  async stop(): Promise<void> {
    await this.hooks.stop();
    this.folder.remove();
  }

  /** An account of its own, with an agent. */
  async newAccount(): Promise<void> {
    const { service } = this.hooks;
    this.account = await service.account({ lines: 50, recallGapSeconds: 0 });
    this.agentId = await makeAgent(service, this.account);
  }

  http() {
    return this.hooks.service.http(this.account);
  }

  erase(phoneNumber: string, dryRun = false) {
    return eraseContact(this.hooks.service.app, { accountId: this.account.id, phoneNumber }, dryRun);
  }

  async readCall(id: string): Promise<Json> {
    return (await this.http().get(`/calls/${id}`).expect(200)).body as Json;
  }

  async queue(phone_number: string): Promise<string> {
    const sent = { agent_id: this.agentId, phone_number, ...ABOUT };
    return ((await this.http().post('/calls').send(sent).expect(200)).body as { id: string }).id;
  }

  async finished(phone_number: string): Promise<string> {
    const id = await this.queue(phone_number);
    await eventually(async () => {
      expect((await this.readCall(id))['outcome']).not.toBeNull();
    });
    return id;
  }
}
