import { SipStack } from '../../src/carriers/infrastructure/sip/sip-stack';
import { eventually, TestApp } from '../harness/app';
import { type AnsweredNumber, answeredNumber, opened } from '../harness/inbound';
import { number } from '../harness/builders';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk } from '../harness/sip-accounts';
import { describeWithSipp } from './harness/sipp-suite';

compileThreads();

describeWithSipp('calls from SIPp to the service', (suite) => {
  let service: TestApp;
  let called: AnsweredNumber;

  beforeAll(async () => {
    service = await TestApp.start();
    called = await answeredNumber(service);
    await opened(service, called.trunkId);
  });
  afterAll(() => service.stop());

  async function dialed(scenario: string, transport: 'udp' | 'tcp', number = called.phoneNumber) {
    const remotePort = service.app.get(SipStack, { strict: false }).endpoint?.port ?? 0;
    const args = ['-s', number, '-d', '1200'];
    const far = await suite.sipp(scenario, { transport, remotePort, args });
    return far.done;
  }

  /** The account's latest call, once it is final. */
  async function latest() {
    return eventually(async () => {
      const [call] = await service.unitOfWork.rows<{ status: string; seconds: number; by: string | null }>(
        `SELECT status, duration_seconds AS seconds, ended_by AS by FROM calls WHERE account_id = $1 AND ended_at IS NOT NULL
         ORDER BY created_at DESC LIMIT 1`,
        [called.id],
      );
      if (!call) throw new Error('there is no call');
      return call;
    });
  }

  test.each(['udp', 'tcp'] as const)(
    'rings, answers, and ends with the caller’s BYE, over %s',
    async (transport) => {
      await dialed('-sn uac', transport);
      expect(await latest()).toEqual({ status: 'completed', seconds: 1, by: 'contact' });
    },
  );

  test('hangs up at 0 s a call whose CANCEL crosses the 200', async () => {
    await dialed('late-cancel', 'udp');
    await eventually(async () => {
      expect(await latest()).toEqual({ status: 'completed', seconds: 0, by: 'contact' });
    });
  });

  test('ends a call as lost when the phone does not refresh the session timer', async () => {
    const far = await suite.sipp('timers/silent');
    const account = await sipAccount(service, [
      await sipTrunk(service, `127.0.0.1:${far.port}`, { keepAlive: '0' }),
    ]);
    const id = await queueCall(service, account, number('0001'));
    const call = await reaches(service, account, id, 'completed');
    expect(call.status_reason).toBe('The connection was lost during the talk.');
    await far.done;
  });
});
