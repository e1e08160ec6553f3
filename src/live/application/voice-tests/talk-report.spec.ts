import { HandMovedTime } from '../../../../test/harness/simulated-network';
import type { HostMessage } from '../../domain/live-message';
import { TalkReport } from './talk-report';

const turn = (text: string) => ({ speaker: 'agent', text, startMs: 0, endMs: 500 }) as const;

test('a page that resumes gets the state, and the turns of the last 15 s', async () => {
  const time = new HandMovedTime();
  const sent: HostMessage[] = [];
  const stored: string[] = [];
  const report = new TalkReport(
    time,
    (message) => sent.push(message),
    ({ text }) => stored.push(text),
  );
  report.repeat();
  expect(sent).toEqual([]);
  report.onState('speaking');
  report.onTurn(turn('Long ago.'));
  await time.move(10_000);
  report.onState('listening');
  report.onTurn(turn('Of late.'));
  await time.move(6_000);
  const before = sent.splice(0);
  report.repeat();
  expect(sent).toEqual([
    { type: 'state', state: 'listening' },
    { type: 'turn', speaker: 'agent', text: 'Of late.', start_ms: 0, end_ms: 500 },
  ]);
  expect(before).toHaveLength(4);
  expect(stored).toEqual(['Long ago.', 'Of late.']);
});
