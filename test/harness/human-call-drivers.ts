import type { CallbackWeather } from '../fakes/carriers/callbacks.mjs';
import { type CloudFake, type CloudKind, FAKES } from '../fakes/carriers/index.mjs';
import type { PhoneAction } from '../fakes/carriers/protocol.mjs';
import { eventually, type TestApp } from './app';
import { number } from './builders';
import { cloudTrunk } from './cloud-service';
import { HumanCallTests } from './human-calls';
import { type HumanSipCall, type PhoneScript, ScriptedPhones } from './human-sip';
import { type SipAccount, sipAccount, sipTrunk } from './sip-accounts';

/** A phone's script in a human call, whoever rings it. */
export interface Doing {
  readonly is: PhoneAction;
  /** After the answer. */
  readonly hangsUpAfterMs?: number;
  /** Only for a cloud carrier's call. */
  readonly answerMs?: number;
  readonly answerStatus?: number;
  readonly answerLost?: boolean;
  readonly weather?: CallbackWeather;
  readonly unnamed?: boolean;
  readonly ringMs?: number;
}

/** Where a phone is. */
interface DrivenPhone {
  /** Milliseconds on a clock of the carrier; null: not yet. */
  readonly answeredAt: number | null;
  readonly endedAt: number | null;
  readonly isOver: boolean;
}

/** A carrier with scripted phones. */
export interface HumanCallDriver {
  readonly kind: CarrierName;
  readonly account: SipAccount;
  /** Sets a phone's script. */
  will(number: string, doing: Doing): void;
  phone(number: string): Promise<DrivenPhone>;
  /** How long the two really talked, in milliseconds. */
  talked(counsellor: string, contact: string): Promise<number>;
  /** How often a number was rung. */
  rung(number: string): number;
  /** From now on every request is refused for now. */
  refusesAll?(): void;
  close(): Promise<void>;
}

export type CarrierName = 'sip' | CloudKind;

/** @param api where accounts are made; `service` holds the calls */
export async function humanCallDriver(
  service: TestApp,
  kind: CarrierName,
  api: TestApp = service,
): Promise<HumanCallDriver> {
  if (kind === 'sip') return sipCallDriver(service);
  const fake = await FAKES[kind].open();
  return cloudCallDriver(service, fake, api);
}

async function sipCallDriver(service: TestApp): Promise<HumanCallDriver> {
  const phones = await ScriptedPhones.open();
  const account = await sipAccount(service, [await sipTrunk(service, phones.address, { channels: '60' })]);
  return {
    kind: 'sip',
    account,
    will: (called, doing) => phones.script(called, sipScript(doing)),
    phone: async (called) => {
      const { answeredAt, endedAt } = await phones.phone(called);
      return { answeredAt, endedAt, isOver: endedAt !== null };
    },
    talked: async (counsellor, contact) => {
      const [one, other] = [await phones.phone(counsellor), await phones.phone(contact)];
      return Math.min(one.endedAt ?? Infinity, other.endedAt ?? Infinity) - Number(other.answeredAt);
    },
    rung: (called) => phones.rung.get(called)?.length ?? 0,
    close: () => phones.close(),
  };
}

const SIP_REFUSALS = {
  busy: [486, true],
  silent: [480, true, 19],
  declining: [603, true],
  off: [480, true, 20],
  nowhere: [404, false, 1],
  full: [503, false],
  failing: [488, true],
} as const satisfies Record<string, readonly [number, boolean, number?]>;

function sipScript({ is, hangsUpAfterMs }: Doing): PhoneScript {
  if (is === 'ringing') return (phone) => phone.ring();
  if (is === 'answering') {
    return (phone) => phone.answer(100, hangsUpAfterMs ?? null);
  }
  const [status, rings, cause]: readonly [number, boolean, number?] = SIP_REFUSALS[is];
  return (phone) => (rings ? phone.ring() : phone).refuse(status, cause);
}

export async function cloudCallDriver(
  service: TestApp,
  fake: CloudFake,
  api: TestApp = service,
): Promise<HumanCallDriver> {
  const trunk = await cloudTrunk(service, fake.kind, fake.url);
  const account = await sipAccount(api, [trunk.id], { carrier: fake.kind });
  return {
    kind: fake.kind,
    account,
    will: (called, { is, hangsUpAfterMs, ...more }) => {
      fake.act(called, is, {
        ...more,
        ...(hangsUpAfterMs !== undefined && { hangUpAfterMs: hangsUpAfterMs }),
      });
    },
    phone: (called) => cloudPhone(fake, called),
    talked: async (counsellor, contact) => {
      // Exotel has one call of two phones.
      if (fake.kind === 'exotel') {
        const second = fake.callsTo(counsellor).at(-1)?.second;
        return Number(second?.until) - Number(second?.since);
      }
      const { answeredAt, endedAt } = await cloudPhone(fake, contact);
      return Number(endedAt) - Number(answeredAt);
    },
    rung: (called) => fake.callsTo(called).length,
    refusesAll: () => {
      fake.broken = 429;
    },
    close: () => fake.close(),
  };
}

function cloudPhone(fake: CloudFake, called: string): Promise<DrivenPhone> {
  return eventually(() => {
    const call = fake.callsTo(called).at(-1);
    if (!call && fake.kind !== 'exotel') throw new Error('it was not rung yet');
    const at = (time: Date | number | null | undefined) => (time == null ? null : Number(time));
    return Promise.resolve({
      answeredAt: at(call?.answeredAt),
      endedAt: at(call?.endedAt),
      isOver: !call || !['queued', 'initiated', 'ringing', 'in-progress'].includes(call.status),
    });
  });
}

/** Starts a human call between two scripted phones. */
export async function connectTwo(
  service: TestApp,
  driver: HumanCallDriver,
  does: { readonly counsellor: Doing; readonly contact: Doing },
  fields: object = {},
): Promise<HumanSipCall> {
  const [counsellor, contact] = [number('1000'), number()];
  driver.will(counsellor, does.counsellor);
  driver.will(contact, does.contact);
  const tests = new HumanCallTests(service, driver.account);
  const counsellor_id = await tests.counsellor('1000', { mobile_number: counsellor });
  const { id } = await tests.call({ counsellor_id, phone_number: contact, analyze: false, ...fields });
  return { id, counsellor, contact };
}
