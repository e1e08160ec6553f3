import type { Schema } from './api';
import { eventually, type TestAccount, type TestApp } from './app';
import { number } from './builders';

type Call = Schema<'Call'>;

/** AI calls as an API user makes them. */
export class CallTests {
  constructor(
    readonly service: TestApp,
    readonly account: TestAccount,
    readonly agentId: string,
  ) {}

  queue(fields: object = {}, as = this.account) {
    const body = { agent_id: this.agentId, phone_number: number(), ...fields };
    return this.service.api(as).post('/calls', body);
  }

  read(id: string, as = this.account): Promise<Call> {
    return this.service.api(as).get(`/calls/${id}`);
  }

  /** The call once its outcome is there, or once it ended without one. */
  final(id: string, as = this.account): Promise<Call> {
    return eventually(async () => {
      const call = await this.read(id, as);
      expect(['queued', 'dialing', 'in_progress']).not.toContain(call.status);
      if (call.status === 'completed') expect(call.outcome).not.toBeNull();
      return call;
    });
  }
}
