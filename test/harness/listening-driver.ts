import { eventually, type TestApp } from './app';
import { makeAgent, number } from './builders';
import type { ConsoleTests, SignedInPerson } from './console';
import { humanReaches, type ScriptedPhones } from './human-sip';
import { LivePage } from './live-page';
import { queueCall, reaches, type SipAccount, sipAccount, sipTrunk } from './sip-accounts';
import type { Sayings, TalkingPhones } from './talking-phones';

export const NOTICE = 'Somebody may listen to this call.';
const IN_SCRIPT = { listening: 'admins', listeningNotice: 'script', listeningHuman: true } as const;
export const OPENING = 'Hello, this is Asha. Can we talk?';

/** Running calls over SIP, and people who listen to them. */
export class ListeningDriver {
  constructor(
    readonly service: TestApp,
    readonly tests: ConsoleTests,
    private readonly phones: ScriptedPhones,
    private readonly voices: TalkingPhones,
  ) {}

  /** An account whose contacts hear the notice by default, and its admin. */
  async setting(settings: object = { listening: 'staff', listeningNotice: NOTICE }) {
    const { service, tests, phones } = this;
    const account = await sipAccount(service, [await sipTrunk(service, phones.address)], settings);
    const agent_id = await makeAgent(service, account, {
      name: 'Listened to',
      language: 'english',
      tts_model: 'openai',
      voice: 'alloy',
      opening_line: OPENING,
    });
    const listened: SipAccount = { ...account, agent_id };
    return { account: listened, admin: await tests.person(account.id, ['ADMIN']) };
  }

  /** A call that goes on, to a phone with these tones. */
  async runningCall(account: SipAccount, sayings: Sayings = []): Promise<string> {
    const called = number();
    this.phones.script(called, await this.voices.script(sayings));
    const id = await queueCall(this.service, account, called);
    await reaches(this.service, account, id, 'in_progress');
    return id;
  }

  /** A human call in progress; `me` is the session of its counsellor. */
  async runningHumanCall() {
    const { service, tests, phones, voices } = this;
    const { account, admin } = await this.setting({ ...IN_SCRIPT, humanLanguage: 'english' });
    const me = tests.http((await tests.person(account.id, ['COUNSELLOR'])).headers);
    const [mobile_number, phone_number] = [number('1000'), number()];
    phones.script(mobile_number, await voices.script([{ atMs: 1_500, hertz: 500, ms: 1_500 }]));
    phones.script(
      phone_number,
      await voices.script([{ atMs: 3_500, hertz: 900, ms: 1_500 }], { hangUpAfterMs: 6_000 }),
    );
    await me.patch('/me').send({ mobile_number }).expect(200);
    const { id } = (await me.post('/my-calls').send({ phone_number }).expect(201)).body;
    await humanReaches(service, account, id, 'in_progress');
    return { account, admin, me, id: String(id) };
  }

  listen(person: SignedInPerson, id: string, kind = 'calls') {
    return this.tests.http(person.headers).post(`/${kind}/${id}/listen`).send();
  }

  async listener(person: SignedInPerson, id: string, kind = 'calls'): Promise<LivePage> {
    const { body } = await eventually(() => this.listen(person, id, kind).expect(200));
    return LivePage.open(this.service.origin, body.socket, { cookie: person.cookie, ticket: body.ticket });
  }

  /** The lines of the audit log, as soon as there are so many. */
  audit(person: SignedInPerson, lines: number, withinMs = 10_000) {
    return eventually(async () => {
      const { body } = await this.tests
        .http(person.headers)
        .get('/audit-log?action=consoleListen')
        .expect(200);
      expect(body.data).toHaveLength(lines);
      return body.data as { readonly count: number; readonly subject_id: string }[];
    }, withinMs);
  }
}
