import { LiveHost, type LiveVisitor } from '../live-host';
import { VoiceTestHost } from './voice-test-host';

test('begins no talk when a shutdown begins while its row is read', async () => {
  let find: (test: object) => void = () => undefined;
  const lines = { open: jest.fn(() => null) };
  const hosted = {
    findWaiting: () => new Promise((found) => (find = found)),
    leave: () => Promise.resolve(),
  };
  const host = new VoiceTestHost(
    ...([{}, {}, hosted, new LiveHost(), { stack: {} }, { lines }, {}] as unknown as ConstructorParameters<
      typeof VoiceTestHost
    >),
  );
  const admitted = host.admit({ id: 'vtest_1', sessionId: 'ses_1', resume: null } as LiveVisitor);
  host.onModuleDestroy();
  find({ id: 'vtest_1', brief: { talk: { now: '2026-11-20T09:00:00Z' } } });
  expect(await admitted).toBeNull();
  expect(lines.open).not.toHaveBeenCalled();
});
