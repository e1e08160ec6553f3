import { Accounts, CallingLines, CallingRules } from '../../src/accounts';
import { Agents } from '../../src/agents';
import { CallFinisher } from '../../src/calls/application/call-finisher';
import { CallRepository } from '../../src/calls/infrastructure/call.repository';
import { TalkRepository } from '../../src/calls/infrastructure/talk.repository';
import type { Turn } from '../../src/shared-kernel/talk';
import { type CarrierEvent, CarrierEventRouter, type LegEnd } from '../../src/carriers';
import type { TestAccount, TestApp } from './app';
import { CallTests } from './calls';

type Told = CarrierEvent extends infer Fact
  ? Fact extends CarrierEvent
    ? Omit<Fact, 'reference' | 'at'>
    : never
  : never;

/** Calls on a real carrier, dialed without one: the tests send its events. */
export class RealCalls extends CallTests {
  static async make(service: TestApp, account: TestAccount, agentId: string): Promise<RealCalls> {
    await service.unitOfWork.affected(`UPDATE accounts SET carrier = 'sip' WHERE id = $1`, [account.id]);
    await service.unitOfWork.affected(
      `UPDATE agents SET tts_model = 'openai', voice = 'alloy' WHERE id = $1`,
      [agentId],
    );
    return new RealCalls(service, account, agentId);
  }

  /** Queues a call, which no dispatcher sees, and dials it. Returns its id. */
  async dialed(fields: object = {}): Promise<string> {
    const scheduled_for = new Date(this.service.clock.nowMs() + 20 * 86_400_000).toISOString();
    const { id } = await this.queue({ scheduled_for, ...fields });
    await this.dial(id);
    return id;
  }

  /** Takes a line and dials: the next attempt. */
  async dial(id: string, accountNumber: string | null = null): Promise<void> {
    const { app, clock, unitOfWork } = this.service;
    const lines = app.get(CallingLines, { strict: false });
    const { policy } = CallingRules.of(await app.get(Accounts, { strict: false }).get(this.account.id));
    const agents = await app.get(Agents, { strict: false }).forDialing([this.agentId]);
    await unitOfWork.run(async () => {
      await lines.lock(this.account.id);
      const call = await app.get(CallRepository, { strict: false }).lockOne(this.account.id, id);
      const agentVersion = agents.get(this.agentId)?.version;
      if (!call || !agentVersion) throw new Error('there is no such call or agent');
      const at = clock.now();
      const watchdogAt = new Date(at.getTime() + 120_000);
      const terms = { maxTalkSeconds: 600, creditsLimitTalk: false, pricePerMinute: '0.0000', watchdogAt };
      call.dial({ ...terms, agentVersion, carrier: 'sip', accountNumber }, at);
      await app.get(CallFinisher, { strict: false }).store([call]);
      const { phoneNumber, attempt } = call.state;
      const dials = [{ callId: id, attempt, phoneNumber }];
      await lines.occupy({ accountId: this.account.id, kind: 'ai', test: false, policy, at, dials });
      // No process of the test owns the leg: none is to recover it.
      await unitOfWork.affected(
        `UPDATE line_use SET lease_until = lease_until + interval '1 day' WHERE call_id = $1`,
        [id],
      );
    });
  }

  /** What the carrier reports of a dial, now or at `at`. */
  async tell(id: string, fact: Told, { attempt = 1, at = this.service.clock.now(), carrier = 'sip' } = {}) {
    const facts = this.service.app.get(CarrierEventRouter, { strict: false });
    await facts.accept(carrier, { reference: `${id}.${attempt}`, at, ...fact });
  }

  async answered(fields: object = {}): Promise<string> {
    const id = await this.dialed(fields);
    await this.tell(id, { type: 'answered' });
    return id;
  }

  /** A talk that the contact ended after 30 s. */
  async ended(end: Partial<LegEnd> = {}, turns: readonly Turn[] = []): Promise<string> {
    const id = await this.answered();
    await this.service.app.get(TalkRepository, { strict: false }).addTurns(id, 0, turns);
    await this.tell(id, { type: 'ended', end: { cause: 'hung_up', by: 'contact', talkMs: 30_000, ...end } });
    return id;
  }

  /** The entries of the timeline of these types. */
  async timeline(id: string, ...types: string[]): Promise<{ type: string; at: string; message: string }[]> {
    const { data } = await this.service.api(this.account).get(`/calls/${id}/timeline`);
    return data.filter(({ type }) => types.includes(type));
  }
}
