import type { IncomingCall, RemoteAudio, Session } from '../../src/sip';
import { ANSWER } from '../phone/harness/phone';
import { eventually, type TestApp } from './app';
import { number } from './builders';
import { type FarCall, Provider } from './far-end';
import { HumanCallTests, type Json } from './human-calls';
import type { SipAccount } from './sip-accounts';

/** What a phone does when it is rung. */
export type PhoneScript = (phone: RungPhone) => void;

/** A phone of the test that rings. */
export class RungPhone {
  session: Session | null = null;
  onAnswered: (remote: RemoteAudio) => void = () => undefined;
  readonly keys: string[] = [];
  answeredAt: number | null = null;
  endedAt: number | null = null;
  endedBy: 'us' | 'them' | 'canceled' | null = null;

  constructor(
    private readonly call: IncomingCall,
    readonly seen: FarCall,
    private readonly provider: Provider,
  ) {
    call.onCanceled(() => this.#end('canceled'));
  }

  ring(): this {
    this.call.ring(ANSWER);
    return this;
  }

  refuse(status: number, cause?: number): void {
    this.#end('us');
    this.provider.refuse(this.call, this.seen, status, cause);
  }

  /** Answers after `afterMs`, and hangs up `hangUpAfterMs` later; null: the other side does. */
  answer(afterMs = 100, hangUpAfterMs: number | null = null, port: number = ANSWER.audio.port): void {
    this.ring();
    setTimeout(() => {
      if (!this.call.pending) return;
      this.answeredAt = performance.now();
      this.session =
        this.call.answer({
          ...ANSWER,
          audio: { ...ANSWER.audio, port },
          handlers: {
            dtmf: (key) => this.keys.push(key),
            onEnded: () => this.#end('them'),
          },
        }) ?? null;
      const remote = this.session?.remoteAudio;
      if (remote) this.onAnswered(remote);
      if (hangUpAfterMs !== null) setTimeout(() => this.hangUp(), hangUpAfterMs).unref();
    }, afterMs).unref();
  }

  hangUp(): void {
    if (this.endedAt !== null) return;
    this.#end('us');
    void this.session?.hangUp();
  }

  #end(by: NonNullable<RungPhone['endedBy']>): void {
    if (this.endedAt !== null) return;
    [this.endedAt, this.endedBy] = [performance.now(), by];
  }
}

/** A provider whose phones each have a script of their own, by the number or extension that is called. */
export class ScriptedPhones {
  readonly rung = new Map<string, RungPhone[]>();
  readonly #scripts = new Map<string, PhoneScript>();

  private constructor(readonly provider: Provider) {
    provider.behaviour = (call, own, seen) => {
      const called = /^sips?:([^@;]+)/.exec(seen.requestUri)?.[1] ?? '';
      const phone = new RungPhone(call, seen, own);
      this.rung.set(called, [...(this.rung.get(called) ?? []), phone]);
      this.#scripts.get(called)?.(phone);
    };
  }

  static async open(): Promise<ScriptedPhones> {
    return new ScriptedPhones(await Provider.open());
  }

  get address(): string {
    return this.provider.address;
  }

  script(called: string, script: PhoneScript): void {
    this.#scripts.set(called, script);
  }

  /** The phone of a number, which may still have to be rung. */
  phone(called: string): Promise<RungPhone> {
    return eventually(() => {
      const phone = this.rung.get(called)?.at(-1);
      if (!phone) throw new Error('it was not rung yet');
      return Promise.resolve(phone);
    });
  }

  close(): Promise<void> {
    return this.provider.close();
  }
}

export const ANSWERS: PhoneScript = (phone) => phone.answer(0);
export const RINGS: PhoneScript = (phone) => {
  phone.ring();
};
/** Answers, and hangs up after that time, in milliseconds. */
export const talksFor =
  (ms: number): PhoneScript =>
  (phone) =>
    phone.answer(0, ms);

export interface HumanSipCall {
  readonly id: string;
  readonly counsellor: string;
  readonly contact: string;
}

/** Starts a human call between two scripted phones. */
export async function connect(
  service: TestApp,
  account: SipAccount,
  phones: ScriptedPhones,
  scripts: { readonly counsellor: PhoneScript; readonly contact: PhoneScript },
  fields: object = {},
): Promise<HumanSipCall> {
  const [counsellor, contact] = [number('1000'), number()];
  phones.script(counsellor, scripts.counsellor);
  phones.script(contact, scripts.contact);
  const tests = new HumanCallTests(service, account);
  const counsellor_id = await tests.counsellor('1000', { mobile_number: counsellor });
  const { id } = await tests.call({ counsellor_id, phone_number: contact, ...fields });
  return { id, counsellor, contact };
}

/** Until the call waits for this reason. */
export async function humanWaitsFor(
  service: TestApp,
  account: SipAccount,
  id: string,
  reason: string,
): Promise<void> {
  await eventually(async () => {
    const call = await service.api(account).get(`/human-calls/${id}`);
    expect([call.status, call.status_reason]).toEqual(['queued', reason]);
  });
}

/** Polls the database until the call has the status: a key is limited to 300 requests a minute. */
export async function humanReaches(
  service: TestApp,
  account: SipAccount,
  id: string,
  status: string,
  withinMs = 20_000,
): Promise<Json> {
  await eventually(async () => {
    const [call] = await service.unitOfWork.rows('SELECT status FROM human_calls WHERE id = $1', [id]);
    expect(call).toEqual({ status });
  }, withinMs);
  return service.api(account).get(`/human-calls/${id}`);
}
