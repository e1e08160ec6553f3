import { HandMovedTime } from '../../../../test/harness/simulated-network';
import type { HostMessage } from '../../domain/live-message';
import { TalkReport } from './talk-report';

const turn = (text: string) => ({ speaker: 'agent', text, startMs: 0, endMs: 500 }) as const;

test('sends state and missed turns once to a page that resumes', () => {
  const sent: HostMessage[] = [];
  const stored: string[] = [];
  let isThere = true;
  const report = new TalkReport(
    new HandMovedTime(),
    (message) => isThere && sent.push(message) > 0,
    ({ text }) => stored.push(text),
  );
  report.onState('speaking');
  report.onTurn(turn('Before.'));
  isThere = false;
  report.onState('thinking');
  report.onState('speaking');
  report.onTurn(turn('Meanwhile.'));
  isThere = true;
  const before = sent.splice(0);
  report.sendMissed();
  report.sendMissed();
  expect(sent).toEqual([
    { type: 'turn', speaker: 'agent', text: 'Meanwhile.', start_ms: 0, end_ms: 500 },
    { type: 'state', state: 'speaking' },
  ]);
  expect(before).toHaveLength(2);
  expect(stored).toEqual(['Before.', 'Meanwhile.']);
});

test('replaces a missed state by a later one', () => {
  const sent: HostMessage[] = [];
  let isThere = false;
  const report = new TalkReport(
    new HandMovedTime(),
    (message) => isThere && sent.push(message) > 0,
    () => undefined,
  );
  report.onState('speaking');
  isThere = true;
  report.onState('listening');
  report.sendMissed();
  expect(sent).toEqual([{ type: 'state', state: 'listening' }]);
});
