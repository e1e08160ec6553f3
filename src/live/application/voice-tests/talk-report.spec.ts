import { HandMovedTime } from '../../../../test/harness/simulated-network';
import type { HostMessage } from '../../domain/live-message';
import { TalkReport } from './talk-report';

const turn = (text: string) => ({ speaker: 'agent', text, startMs: 0, endMs: 500 }) as const;
const sentTurn = (text: string) => ({ type: 'turn', speaker: 'agent', text, start_ms: 0, end_ms: 500 });

describe('TalkReport', () => {
  let time: HandMovedTime;
  let sent: HostMessage[];
  let stored: string[];
  let report: TalkReport;

  beforeEach(() => {
    time = new HandMovedTime();
    sent = [];
    stored = [];
    report = new TalkReport(
      time,
      (message) => void sent.push(message),
      ({ text }) => stored.push(text),
    );
  });

  it('repeats state and last turns to a page that resumes: its connection may have been silent', () => {
    report.onState('speaking');
    report.onTurn(turn('Long before.'));
    time.nowMs += 7_000;
    const receivedAtMs = time.now();
    report.onTurn(turn('Before.'));
    time.nowMs += 6_000;
    report.onState('thinking');
    report.onState('listening');
    sent.splice(0);
    report.resend(receivedAtMs);
    expect(sent).toEqual([sentTurn('Before.'), { type: 'state', state: 'listening' }]);
    expect(stored).toEqual(['Long before.', 'Before.']);
  });

  it('repeats nothing that the page has surely received', () => {
    report.onTurn(turn('Received.'));
    report.onState('listening');
    time.nowMs += 600;
    sent.splice(0);
    report.resend(time.now());
    expect(sent).toEqual([]);
  });

  it('repeats nothing before the agent begins', () => {
    report.resend(time.now());
    expect(sent).toEqual([]);
  });
});
