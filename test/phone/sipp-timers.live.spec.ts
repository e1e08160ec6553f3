import type { SessionEnd } from '../../src/sip';
import { ANSWER } from './harness/phone';
import { describeWithSipp } from './harness/sipp-suite';

const FAR_BYE = { by: 'remote', why: 'bye' };
const LOST = { by: 'failure', why: 'gone' };

describeWithSipp('session timers, 100rel and UPDATE with SIPp', (suite) => {
  test.each([
    ['timers/our-refresh', FAR_BYE],
    ['timers/our-refresh-glare', FAR_BYE],
    ['timers/refresh-lost', LOST],
    ['timers/silent', LOST],
    ['timers/far-refresh', FAR_BYE],
    ['reliable/in-order', FAR_BYE],
    ['reliable/out-of-order', FAR_BYE],
  ])('passes the SIPp scenario of session timers of a called phone: %s', async (scenario, end) => {
    const { far, placed } = await suite.calling(scenario);
    // If SIPp ends first, the test fails with its log.
    const session = await Promise.race([placed.answered, far.done.then(() => placed.answered)]);
    expect(session.remoteAudio).toMatchObject({ port: 30_000, codec: 'pcma' });
    expect(await placed.ended).toMatchObject(end);
    await far.done;
  });

  test.each([
    ['timers/call-short', 0],
    // After the PRACK, which SIPp sends after the second 180.
    ['reliable/call', 1_000],
    ['reliable/call-late-offer', 0],
  ])('passes the SIPp scenario of session timers of a caller: %s', async (scenario, answerAfterMs) => {
    const ended = new Promise<SessionEnd>((resolve) => {
      suite.onCall = (call) => {
        call.ring(ANSWER);
        setTimeout(() => call.answer({ ...ANSWER, handlers: { onEnded: resolve } }), answerAfterMs);
      };
    });
    const far = await suite.sipp(scenario, { remotePort: suite.phone.port });
    await far.done;
    expect(await ended).toMatchObject(FAR_BYE);
  });
});
