import type { Schema } from './api';
import { eventually, type TestAccount, type TestApp } from './app';
import { number } from './builders';

export type Json = Record<string, any>;

type HumanCall = Schema<'HumanCall'>;

/** Final statuses of a human call. */
export const FINAL = ['completed', 'no_answer', 'busy', 'failed', 'canceled'];

let people = 0;

/** Human calls as an API user makes them. */
export class HumanCallTests {
  constructor(
    readonly service: TestApp,
    readonly account: TestAccount,
  ) {}

  /** A new counsellor, whose phone (or extension) ends so. */
  async counsellor(ending = '1000', fields: object = {}): Promise<string> {
    const { id } = await this.service.api(this.account).post('/counsellors', {
      name: 'Meera Nair',
      email: `counsellor${++people}@example.com`,
      mobile_number: number(ending),
      carrier_extension: `${people}${ending}`,
      send_welcome_email: false,
      ...fields,
    });
    return id;
  }

  post(fields: object) {
    return this.service
      .http(this.account)
      .post('/human-calls')
      .send({ phone_number: number(), ...fields });
  }

  async call(fields: object): Promise<HumanCall> {
    return (await this.post(fields).expect(201)).body as HumanCall;
  }

  read(id: string): Promise<HumanCall> {
    return this.service.api(this.account).get(`/human-calls/${id}`);
  }

  /** The account's calls, in one request. */
  async list(): Promise<HumanCall[]> {
    return (await this.service.api(this.account).get('/human-calls?limit=100')).data;
  }

  cancel(id: string) {
    return this.service.http(this.account).post(`/human-calls/${id}/cancel`);
  }

  /** The call once it is in one of the statuses. */
  reaches(id: string, ...statuses: string[]): Promise<HumanCall> {
    return eventually(async () => {
      const call = await this.read(id);
      expect(statuses).toContain(call.status);
      return call;
    });
  }

  /** The call once it is final, and its analysis over if one was wanted. */
  final(id: string): Promise<HumanCall> {
    return eventually(async () => {
      const call = await this.reaches(id, ...FINAL);
      expect(['waiting', 'processing']).not.toContain(call.analysis.status);
      return call;
    });
  }

  async events(id: string): Promise<{ type: string; data: Json }[]> {
    const rows = await this.service.unitOfWork.rows<{ type: string; body: string }>(
      'SELECT type, body FROM webhook_events WHERE call_id = $1',
      [id],
    );
    return rows.map(({ type, body }) => ({ type, data: (JSON.parse(body) as { data: Json }).data }));
  }

  credits() {
    return this.service.api(this.account).get('/credits');
  }

  async charges() {
    const { data } = await this.service.api(this.account).get('/credits/transactions?limit=100');
    return data.filter(({ type }) => type !== 'top_up');
  }
}
