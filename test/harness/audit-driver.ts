import { CallingRules } from '../../src/accounts';
import { audit, type AuditReport } from '../../src/cli/audit/audit';
import { SQL_CHECKS } from '../../src/cli/audit/checks';
import { eventually, TestApp, type TestAccount } from './app';
import { makeAgent, number } from './builders';
import { HumanCallTests } from './human-calls';

export interface Caller {
  readonly account: TestAccount;
  readonly agent_id: string;
}

export const HOURS = 'no_dial_outside_calling_hours';
export const CHECK_NAMES = [HOURS, ...SQL_CHECKS.map(({ name }) => name)];

/** Audits one account at a time: each test has its own, which only that test corrupts. */
export class AuditDriver {
  #service!: TestApp;
  #caller!: Caller;

  constructor() {
    beforeAll(async () => {
      this.#service = await TestApp.start();
    });
    afterAll(() => this.#service.stop());
    beforeEach(async () => {
      this.#caller = await this.newCaller();
    });
  }

  get service(): TestApp {
    return this.#service;
  }

  get caller(): Caller {
    return this.#caller;
  }

  async newCaller(): Promise<Caller> {
    const account = await this.service.account();
    return { account, agent_id: await makeAgent(this.service, account) };
  }

  run(of = this.caller): Promise<AuditReport> {
    return audit(
      this.service.unitOfWork,
      { accountId: of.account.id, from: new Date(0), to: new Date(this.service.clock.nowMs() + 60_000) },
      (policy, at) => new CallingRules(policy).isOpen(at),
    );
  }

  async failed(of = this.caller): Promise<string[]> {
    return (await this.run(of)).checks.filter(({ failures }) => failures.length > 0).map(({ name }) => name);
  }

  async makeCall(ending: string, { account, agent_id } = this.caller): Promise<string> {
    const { body } = await this.service
      .http(account)
      .post('/calls')
      .send({ agent_id, phone_number: number(ending) })
      .expect(200);
    const id = body.id as string;
    await eventually(async () => {
      const finished = 'SELECT FROM calls WHERE id = $1 AND finished_at IS NOT NULL';
      expect(await this.service.unitOfWork.rows(finished, [id])).toHaveLength(1);
    });
    return id;
  }

  async makeHumanCall(analyze = true, { account } = this.caller): Promise<string> {
    const people = new HumanCallTests(this.service, account);
    const { id } = await people.call({
      counsellor_id: await people.counsellor(),
      phone_number: number('0001'),
      analyze,
    });
    expect((await people.final(id))['status']).toBe('completed');
    return id;
  }
}
