import { resolve as pathOf } from 'node:path';
import { changes } from '../../src/cli/account-change';
import { Operations } from '../../src/cli/operations';
import { eventually, type TestAccount, type TestApp } from './app';
import { makeAgent } from './builders';
import { makeTrunk } from './trunks';

/** An agent's voice that every test service has. */
export const TALKS = { tts_model: 'openai', voice: 'alloy' };

/** An account on SIP trunks, with an agent. */
export interface SipAccount extends TestAccount {
  readonly agent_id: string;
  readonly trunks: readonly string[];
}

/** Threads are started as this process is; Jest does not compile what they load. For suites that ring phones. */
export function compileThreads(): void {
  process.execArgv.push('--require', pathOf(__dirname, 'compile-threads.cjs'));
}

/** A trunk to a server, with a caller id and a rate without effect by default. */
export async function sipTrunk(
  service: TestApp,
  server: string,
  options: Record<string, unknown> = {},
): Promise<string> {
  const given = { server: [server], callerId: '+911140000001', keepAlive: '10', cps: '100', ...options };
  return (await makeTrunk(service, 'sip', given)).id;
}

export async function sipAccount(
  service: TestApp,
  trunks: readonly string[],
  options: Parameters<typeof changes>[0] = {},
): Promise<SipAccount> {
  const asked = {
    carrier: 'sip',
    trunks: [...trunks],
    lines: 100,
    callingHours: 'always' as const,
    ...options,
  };
  const made = await new Operations(service.app).createAccount(changes(asked), {
    credits: 1_000_000_000n,
    withKey: true,
  });
  const account = { id: made.id, key: 'key' in made ? made.key : '' };
  return { ...account, trunks, agent_id: await makeAgent(service, account, TALKS) };
}

/** Queues a call; resolves with its id. */
export async function queueCall(
  service: TestApp,
  account: SipAccount,
  phone_number: string,
): Promise<string> {
  const { agent_id } = account;
  return (await service.api(account).post('/calls', { agent_id, phone_number })).id;
}

/** Polls the database until the call has the status: a key is limited to 300 requests a minute. */
export async function reaches(
  service: TestApp,
  account: TestAccount,
  id: string,
  status: string,
  withinMs = 20_000,
) {
  const read = () => service.api(account).get(`/calls/${id}`);
  try {
    await eventually(async () => {
      const [call] = await service.unitOfWork.rows('SELECT status FROM calls WHERE id = $1', [id]);
      expect(call).toEqual({ status });
    }, withinMs);
  } catch {
    // With the reason for its wait, which the row lacks.
    const { status: last, status_reason: reason } = await read();
    throw new Error(`the call is ${last}, not ${status}, after ${withinMs} ms: ${reason ?? 'no reason'}`);
  }
  return read();
}
