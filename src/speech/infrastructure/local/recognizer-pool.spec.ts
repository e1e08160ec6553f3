import { HandMovedTime } from '../../../../test/harness/simulated-network';
import { type RecognizerEvents, RecognizerPool } from './recognizer-pool';

/** A process that the test moves. */
class FakeProcess {
  answer: (text: string | null) => void = () => undefined;
  /** Length of the turn that it reads. */
  reads = 0;
  killed = false;

  constructor(readonly events: RecognizerEvents) {}

  read(audio: Int16Array): Promise<string | null> {
    this.reads = audio.length;
    return new Promise((answer) => (this.answer = answer));
  }

  kill(): void {
    this.killed = true;
    this.events.onEnded();
  }
}

let processes: FakeProcess[];
let time: HandMovedTime;
const turn = (length: number) => new Int16Array(length);
const settled = () => new Promise((resolve) => setImmediate(resolve));

function poolOf(size: number): RecognizerPool {
  processes = [];
  time = new HandMovedTime();
  return new RecognizerPool((events) => processes[processes.push(new FakeProcess(events)) - 1]!, size, time);
}

test('queues turns for a process that is ready, and recognizes one at a time', async () => {
  const pool = poolOf(1);
  const [first, second] = [pool.read(turn(1), { isUrgent: true }), pool.read(turn(2), { isUrgent: true })];
  expect(processes).toHaveLength(1);
  expect(processes[0]!.reads).toBe(0);
  processes[0]!.events.ready();
  expect(processes[0]!.reads).toBe(1);
  processes[0]!.answer('one');
  expect(await first.text).toBe('one');
  await settled();
  processes[0]!.answer('two');
  expect(await second.text).toBe('two');
});

test('recognizes an awaited turn before one that is read ahead', async () => {
  const pool = poolOf(1);
  pool.warm();
  const busy = pool.read(turn(1), { isUrgent: true });
  processes[0]!.events.ready();
  pool.read(turn(2), { isUrgent: false });
  const ahead = pool.read(turn(3), { isUrgent: false });
  ahead.hurry();
  processes[0]!.answer('');
  await busy.text;
  await settled();
  expect(processes[0]!.reads).toBe(3);
});

test('does not recognize a dropped turn', async () => {
  const pool = poolOf(1);
  const dropped = pool.read(turn(1), { isUrgent: false });
  pool.read(turn(2), { isUrgent: false });
  dropped.drop();
  processes[0]!.events.ready();
  expect(processes[0]!.reads).toBe(2);
  await expect(dropped.text).rejects.toThrow('nobody waits for it');
});

test('passes the turn of a process that dies to the next, and fails one that two died of', async () => {
  const pool = poolOf(1);
  const reading = pool.read(turn(1), { isUrgent: true });
  processes[0]!.events.ready();
  processes[0]!.events.onEnded();
  expect(processes).toHaveLength(2);
  processes[1]!.events.ready();
  expect(processes[1]!.reads).toBe(1);
  processes[1]!.events.onEnded();
  await expect(reading.text).rejects.toThrow('its process ended twice');
  expect(processes).toHaveLength(3);
  processes[2]!.events.ready();
  const next = pool.read(turn(2), { isUrgent: true });
  processes[2]!.answer('fine');
  expect(await next.text).toBe('fine');
});

test('kills a process that hangs over a turn', async () => {
  const pool = poolOf(1);
  const reading = pool.read(turn(1), { isUrgent: true });
  processes[0]!.events.ready();
  await time.move(10_000);
  expect(processes[0]!.killed).toBe(true);
  processes[1]!.events.ready();
  processes[1]!.answer('late');
  expect(await reading.text).toBe('late');
});

test('fails waiting turns when no process starts, and starts one with the next turn alone', async () => {
  const pool = poolOf(2);
  const reading = pool.read(turn(1), { isUrgent: true });
  for (const process of [...processes]) process.events.onEnded();
  await expect(reading.text).rejects.toThrow('its process does not start');
  expect(processes).toHaveLength(2);
  pool.read(turn(1), { isUrgent: true });
  expect(processes).toHaveLength(4);
});

test('kills its processes when closed, and starts no more', async () => {
  const pool = poolOf(2);
  pool.warm();
  processes[0]!.events.ready();
  const reading = pool.read(turn(1), { isUrgent: true });
  pool.close();
  expect(processes.map(({ killed }) => killed)).toEqual([true, true]);
  await expect(reading.text).rejects.toThrow();
  await expect(pool.read(turn(1), { isUrgent: true }).text).rejects.toThrow('it is closed');
  expect(processes).toHaveLength(2);
});
