import { FakeStt } from '../../../test/harness/speech-engines';
import { HandMovedTime } from '../../../test/harness/simulated-network';
import { Recognition } from './recognition';

test('begins another turn on a new connection after one without any answer, which was noise', async () => {
  const timers = new HandMovedTime();
  const engine = new FakeStt(timers);
  engine.finals.push('silence', 'haan ji');
  const onFailure = jest.fn();
  const settings = { language: null, keyterms: [], onPartial: () => undefined };
  const recognition = new Recognition({ ...settings, engines: [engine], timers, onFailure });
  recognition.open();
  recognition.feed(new Int16Array(800));
  const ended = recognition.end();
  await timers.move(3_000);
  expect(await ended).toBe('');
  recognition.feed(new Int16Array(1_600));
  const next = recognition.end();
  await timers.move(1_000);
  expect(await next).toBe('haan ji');
  expect(engine.fedMs).toEqual([100, 200]);
  expect(onFailure).not.toHaveBeenCalled();
});
