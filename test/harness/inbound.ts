import { Operations } from '../../src/cli/operations';
import { SipStack } from '../../src/carriers/infrastructure/sip/sip-stack';
import type { CallOptions } from '../../src/sip';
import { at, Phone, type PlacedCall } from '../phone/harness/phone';
import { eventually, type TestAccount, type TestApp } from './app';
import { makeAgent } from './builders';
import { sipTrunk, TALKS } from './sip-accounts';

let numbers = 0;

/** A number of an account, answered by an agent, over a trunk of its own; the account's carrier is a simulator. */
const LOCAL = { user: null, source: { address: '127.0.0.1', port: 0 } };

export interface AnsweredNumber extends TestAccount {
  readonly agentId: string;
  readonly trunkId: string;
  readonly phoneNumber: string;
}

/** An account whose number is answered. `trunk`: options of the trunk, as flags give them. */
export async function answeredNumber(
  service: TestApp,
  {
    account = {},
    agent = {},
    trunk = {},
  }: {
    readonly account?: Parameters<TestApp['account']>[0];
    readonly agent?: object;
    readonly trunk?: Record<string, unknown>;
  } = {},
): Promise<AnsweredNumber> {
  const owner = await service.account(account);
  // Sends nothing of its own to where callers are.
  const options = { allow: ['127.0.0.1/32'], keepAlive: '0', ...trunk };
  const trunkId = await sipTrunk(service, '127.0.0.1:9', options);
  return { ...owner, trunkId, ...(await answeredByAgent(service, owner, trunkId, agent)) };
}

/** A new number of the account over the trunk, and the agent that answers it. */
export async function answeredByAgent(
  service: TestApp,
  account: TestAccount,
  trunkId: string,
  agent: object = {},
): Promise<{ phoneNumber: string; agentId: string }> {
  const agentId = await makeAgent(service, account, {
    direction: 'both',
    language: 'english',
    opening_line: 'Welcome, this is Asha. How can I help?',
    ...TALKS,
    ...agent,
  });
  const phoneNumber = newNumber();
  await new Operations(service.app).telephony.addNumber(account.id, phoneNumber, { trunkId, agentId });
  return { phoneNumber, agentId };
}

export function newNumber(): string {
  return `+9122480${String(++numbers).padStart(5, '0')}`;
}

/** Phones that call in, without audio. */
export class Callers {
  readonly #texts: string[] = [];
  #callers = 0;

  private constructor(
    private readonly service: TestApp,
    readonly phone: Phone,
    texts: string[],
  ) {
    this.#texts = texts;
  }

  static async open(service: TestApp): Promise<Callers> {
    const texts: string[] = [];
    const phone = await Phone.open({
      hooks: { known: () => true, trace: ({ text }) => void texts.push(text) },
    });
    return new Callers(service, phone, texts);
  }

  close(): Promise<void> {
    return this.phone.close();
  }

  /** A number without earlier calls. */
  newCaller(): string {
    return `+9197${String(++this.#callers).padStart(8, '0')}`;
  }

  /** Calls a number, once this process has opened SIP. */
  async call(called: string, caller: string, options: Partial<CallOptions> = {}): Promise<PlacedCall> {
    return this.phone.place(await this.#target(), {
      requestUri: `sip:${called}@aics.example`,
      to: { uri: `sip:${called}@aics.example` },
      from: { uri: `sip:${caller}@pbx.example` },
      ...options,
    });
  }

  /** The responses with a status that came so far, whole. */
  responses(status: number): string[] {
    return this.#texts.filter((text) => text.startsWith(`SIP/2.0 ${status} `));
  }

  async #target() {
    const stack = this.service.app.get(SipStack, { strict: false });
    const port = await eventually(() => {
      // Opened with the first trunk, which is looked at once a second.
      if (!stack.endpoint || stack.trunksOf(LOCAL).length === 0) throw new Error('SIP is not open');
      return Promise.resolve(stack.endpoint.port);
    });
    return at(port);
  }
}

/** Resolves when this process has opened a trunk. */
export async function opened(service: TestApp, trunkId: string): Promise<void> {
  const stack = service.app.get(SipStack, { strict: false });
  await eventually(() => {
    expect(stack.trunk(trunkId)).toBeDefined();
    return Promise.resolve();
  });
}

/** A number whose trunk this process has opened. */
export async function openedNumber(
  service: TestApp,
  given: Parameters<typeof answeredNumber>[1] = {},
): Promise<AnsweredNumber> {
  const made = await answeredNumber(service, given);
  await opened(service, made.trunkId);
  return made;
}

/** The rows of a call that the API does not show. */
export async function rowsOf(service: TestApp, id: string) {
  const rows = (table: string, columns: string, by = 'call_id') =>
    service.unitOfWork.rows(`SELECT ${columns} FROM ${table} WHERE ${by} = $1`, [id]);
  return {
    lines: await rows('line_use', 'kind'),
    dials: await rows('dials', 'kind, attempt, counted, ended_at IS NULL AS open'),
    legs: await rows('legs', 'kind, phone_number, shown_number, ended_at IS NULL AS open'),
    reserved: await rows('credit_reservations', 'amount', 'subject_id'),
  };
}

/** The one call from a number, once it has the status. */
export async function callFrom(service: TestApp, account: TestAccount, caller: string, status: string) {
  const id = await eventually(async () => {
    const rows = await service.unitOfWork.rows<{ id: string; status: string }>(
      'SELECT id, status FROM calls WHERE account_id = $1 AND phone_number = $2',
      [account.id, caller],
    );
    expect(rows).toEqual([{ id: expect.any(String), status }]);
    return rows[0]?.id ?? '';
  });
  return service.api(account).get(`/calls/${id}`);
}
