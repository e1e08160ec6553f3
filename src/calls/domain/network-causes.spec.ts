import { type LegFailure, classifyFailure } from '../../carriers/domain/cause-map';
import { Call } from './call';
import { queuedCall } from './call-state';

describe('status_reason by cause', () => {
  const T0 = new Date('2026-11-20T10:00:00Z');
  const terms = {
    agentVersion: T0,
    maxTalkSeconds: 60,
    creditsLimitTalk: false,
    pricePerMinute: '6.0000',
    carrier: 'sip',
    watchdogAt: T0,
  };
  const sip = (status: number): LegFailure => ({ type: 'sip', status, rang: false });

  test.each<[LegFailure, string, string]>([
    [sip(403), 'failed', 'The carrier refused: 403, it does not allow the call'],
    [sip(488), 'failed', 'The carrier refused: 488, it takes none of the offered codecs'],
    [sip(302), 'failed', 'The carrier refused: 302, it redirected the call'],
    [sip(487), 'failed', 'The carrier gave up before it rang (487).'],
    [sip(603), 'busy', 'The call was declined.'],
    [sip(404), 'failed', 'The number does not exist or cannot be reached.'],
    [sip(503), 'queued', 'The carrier refused (503, it has no capacity right now); it will be asked again.'],
  ])('is of the cause table for %j: %s, %s', (event, status, reason) => {
    const input = { phoneNumber: '+919876540001', contact: {}, variables: {}, metadata: {}, test: false };
    const call = new Call(queuedCall('call_1', 'acct_1', 'agent_1', input, T0));
    call.dial(terms, T0);
    const { outcome } = classifyFailure(event);
    if (outcome.kind === 'refused') call.refuse(outcome.reason, outcome.temporary, true, T0, (ms) => ms);
    else call.end({ cause: outcome.cause, talkMs: null, reason: outcome.reason }, T0);
    expect(call.state).toMatchObject({ status, statusReason: reason });
  });
});
