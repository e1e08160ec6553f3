import { eventually, type TestAccount, type TestApp } from './app';
import { number } from './builders';

type Json = Record<string, any>;

/** AI calls as an API user makes them. */
export class CallTests {
  constructor(
    readonly service: TestApp,
    readonly account: TestAccount,
    readonly agentId: string,
  ) {}

  async queue(fields: object = {}, as = this.account): Promise<Json> {
    const { body } = await this.service
      .http(as)
      .post('/calls')
      .send({ agent_id: this.agentId, phone_number: number(), ...fields })
      .expect(200);
    return body as Json;
  }

  async read(id: string, as = this.account): Promise<Json> {
    return (await this.service.http(as).get(`/calls/${id}`).expect(200)).body as Json;
  }

  /** The call once its outcome is there, or once it ended without one. */
  final(id: string, as = this.account): Promise<Json> {
    return eventually(async () => {
      const call = await this.read(id, as);
      expect(['queued', 'dialing', 'in_progress']).not.toContain(call['status']);
      if (call['status'] === 'completed') expect(call['outcome']).not.toBeNull();
      return call;
    });
  }
}
