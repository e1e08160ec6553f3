import { BrowserPace, TELEPHONE_PACE } from './stream-pace';
import { FRAME_SAMPLES, samplesOf } from './frame';
import { StreamPath } from './stream-path';

const MULAW_FRAME = new Uint8Array(FRAME_SAMPLES).fill(0xff);

function played(path: StreamPath, ticks: number): void {
  const frame = new Int16Array(FRAME_SAMPLES);
  for (let at = 0; at < ticks; at++) path.receive(frame);
}

function browserPath(): {
  path: StreamPath;
  pace: BrowserPace;
  waitingMs: () => number;
  send: (frames: number) => void;
} {
  const pace = new BrowserPace();
  const path = new StreamPath(1, () => undefined, pace);
  path.begin('mulaw');
  return {
    path,
    pace,
    waitingMs: () => path.statistics(0).waitingMs ?? 0,
    send: (frames) => {
      for (let at = 0; at < frames; at++) path.receiveBytes(MULAW_FRAME, 0);
    },
  };
}

describe("the pace of a browser's stream", () => {
  it('begins with 60 ms', () => {
    const { path, send, waitingMs } = browserPath();
    send(2);
    played(path, 1);
    expect(waitingMs()).toBe(40);
    send(1);
    played(path, 1);
    expect(waitingMs()).toBe(40);
  });

  it('plays a shorter rest when no more comes', () => {
    const { path, send, waitingMs } = browserPath();
    send(1);
    played(path, 5);
    expect(waitingMs()).toBe(0);
  });

  it('grows by 20 ms an under-run, to 300 ms', () => {
    const { path, pace, send } = browserPath();
    for (let at = 0; at < 20; at++) {
      send(16);
      played(path, 17);
      expect(pace.targetMs).toBe(Math.min(300, 60 + 20 * (at + 1)));
    }
  });

  it('skips quiet frames when 40 ms more than its wait stood for 200 ms', () => {
    const { path, send, waitingMs } = browserPath();
    send(3 + 6);
    for (let at = 0; at < 10; at++) {
      played(path, 1);
      send(1);
    }
    expect(waitingMs()).toBeGreaterThan(100);
    for (let at = 0; at < 40; at++) {
      played(path, 1);
      send(1);
    }
    expect(waitingMs()).toBeLessThanOrEqual(100);
    expect(waitingMs()).toBeGreaterThanOrEqual(60);
  });

  it('skips nothing for exactly 40 ms more', () => {
    const pace = new BrowserPace();
    expect(pace.surplus(samplesOf(100))).toBe(0);
    expect(pace.surplus(samplesOf(101))).toBe(samplesOf(41));
  });
});

test('leaves the pace of a telephone unchanged', () => {
  for (let at = 0; at < 10; at++) TELEPHONE_PACE.onUnderrun();
  expect(TELEPHONE_PACE.mayBegin(0, 2)).toBe(false);
  expect(TELEPHONE_PACE.mayBegin(0, 3)).toBe(true);
  expect([60, 61].map((ms) => TELEPHONE_PACE.surplus(samplesOf(ms)))).toEqual([0, samplesOf(21)]);
});
