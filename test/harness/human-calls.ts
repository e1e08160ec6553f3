import { eventually, type TestAccount, type TestApp } from './app';
import { number } from './builders';

export type Json = Record<string, any>;

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
    const { body } = await this.service
      .http(this.account)
      .post('/counsellors')
      .send({
        name: 'Meera Nair',
        email: `counsellor${++people}@example.com`,
        mobile_number: number(ending),
        carrier_extension: `${people}${ending}`,
        send_welcome_email: false,
        ...fields,
      })
      .expect(200);
    return (body as { id: string }).id;
  }

  post(fields: object) {
    return this.service
      .http(this.account)
      .post('/human-calls')
      .send({ phone_number: number(), ...fields });
  }

  async call(fields: object): Promise<Json> {
    return (await this.post(fields).expect(201)).body as Json;
  }

  async read(id: string): Promise<Json> {
    return (await this.service.http(this.account).get(`/human-calls/${id}`).expect(200)).body as Json;
  }

  /** The account's calls, in one request. */
  async list(): Promise<Json[]> {
    const { body } = await this.service.http(this.account).get('/human-calls?limit=100').expect(200);
    return (body as { data: Json[] }).data;
  }

  cancel(id: string) {
    return this.service.http(this.account).post(`/human-calls/${id}/cancel`);
  }

  /** The call once it is in one of the statuses. */
  reaches(id: string, ...statuses: string[]): Promise<Json> {
    return eventually(async () => {
      const call = await this.read(id);
      expect(statuses).toContain(call['status']);
      return call;
    });
  }

  /** The call once it is final, and its analysis over if one was wanted. */
  final(id: string): Promise<Json> {
    return eventually(async () => {
      const call = await this.reaches(id, ...FINAL);
      expect(['waiting', 'processing']).not.toContain(call['analysis'].status);
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

  async credits(): Promise<Json> {
    return (await this.service.http(this.account).get('/credits').expect(200)).body as Json;
  }

  async charges(): Promise<Json[]> {
    const { body } = await this.service.http(this.account).get('/credits/transactions?limit=100').expect(200);
    return (body as { data: Json[] }).data.filter(({ type }) => type !== 'top_up');
  }
}
