import type { Session, SessionEnd } from '../../src/sip';
import { ANSWER } from './harness/phone';
import { describeWithSipp } from './harness/sipp-suite';

describeWithSipp('calls from SIPp', (suite) => {
  const ends: SessionEnd[] = [];
  let sessions: (Session | null)[] = [];

  beforeEach(() => {
    ends.length = 0;
    sessions = [];
    suite.onCall = (call) => {
      call.ring(ANSWER);
      sessions.push(call.answer({ ...ANSWER, handlers: { onEnded: (end) => ends.push(end) } }));
    };
  });

  test.each([
    ['-sn uac', 'udp'],
    ['-sn uac', 'tcp'],
    ['call-far-bye', 'udp'],
    ['call-far-bye', 'tcp'],
    ['late-offer', 'udp'],
  ] as const)('answers a call from SIPp: %s over %s', async (scenario, transport) => {
    const far = await suite.sipp(scenario, { transport, remotePort: suite.phone.port });
    await far.done;
    expect(ends).toEqual([{ by: 'remote', why: 'bye', q850: null }]);
    expect(sessions[0]?.remoteAudio).toMatchObject({ codec: scenario === '-sn uac' ? 'pcmu' : 'pcma' });
  });

  test('hangs up a call from SIPp', async () => {
    let session: Session | null = null;
    suite.onCall = (call) => {
      session = call.answer({ ...ANSWER, handlers: { onConfirmed: () => void session?.hangUp() } });
    };
    await (
      await suite.sipp('call-our-bye', { remotePort: suite.phone.port })
    ).done;
  });

  test.each(['caller-cancels', 'early-bye'])('ends a call that SIPp cancels: %s', async (scenario) => {
    const canceled = new Promise<void>((resolve) => {
      suite.onCall = (call) => {
        call.ring(ANSWER);
        call.onCanceled(resolve);
      };
    });
    const far = await suite.sipp(scenario, { remotePort: suite.phone.port });
    await Promise.all([far.done, canceled]);
  });

  test('refuses a call from SIPp', async () => {
    suite.onCall = (call) => {
      call.ring(ANSWER);
      call.reject(486);
    };
    await (
      await suite.sipp('refused', { remotePort: suite.phone.port })
    ).done;
  });
});
