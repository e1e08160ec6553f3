import { LiveSocket, type SocketEnd } from './live-socket';

/** A browser's socket, driven by the test. */
class FakeSocket {
  readonly OPEN = 1;
  readyState = 0;
  binaryType = '';
  closeCode: number | null = null;
  readonly sent: unknown[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: unknown }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(readonly protocols: readonly string[]) {}

  send(data: unknown): void {
    this.sent.push(typeof data === 'string' ? JSON.parse(data) : data);
  }

  close(code: number): void {
    this.closeCode = code;
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.onopen();
  }

  receive(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  break(code: number): void {
    this.readyState = 3;
    this.onclose({ code });
  }
}

describe('LiveSocket', () => {
  let sockets: FakeSocket[];
  let events: string[];
  let live: LiveSocket;
  const last = () => sockets.at(-1)!;

  beforeEach(() => {
    jest.useFakeTimers();
    sockets = [];
    events = [];
    live = new LiveSocket(
      (protocols) => {
        const socket = new FakeSocket(protocols);
        sockets.push(socket);
        return socket as unknown as WebSocket;
      },
      'T1',
      (bytes) => bytes / 8,
      {
        onOpen: () => events.push('open'),
        onMessage: ({ type }) => events.push(type),
        onSound: ({ length }) => events.push(`sound ${length}`),
        onBreak: (isBroken) => events.push(isBroken ? 'broken' : 'resumed'),
        onDelay: ({ shownMs }) => events.push(`delay ${shownMs}`),
        onEnd: (end: SocketEnd) => events.push(end),
      },
    );
  });

  afterEach(() => jest.useRealTimers());

  const ready = (resume = 'R1') => last().receive({ type: 'ready', resume });
  const begin = () => {
    last().open();
    ready();
    events.splice(0);
  };
  const ticks = (count: number) => {
    for (let at = 0; at < count; at++) live.tick(60);
  };

  it('opens with the ticket and carries messages and sound both ways', () => {
    expect(last().protocols).toEqual(['aics-live-1', 'ticket.T1']);
    expect(live.send({ type: 'begin' })).toBe(false);
    last().open();
    expect(live.send({ type: 'begin' })).toBe(true);
    live.sendSound(new Uint8Array(160));
    last().receive({ type: 'unknown' });
    last().onmessage({ data: new ArrayBuffer(320) });
    expect(last().sent).toEqual([{ type: 'begin' }, new Uint8Array(160)]);
    expect(events).toEqual(['open', 'sound 320']);
  });

  it('pings each second with what it received since it was ready, and the delay', () => {
    last().open();
    last().onmessage({ data: new ArrayBuffer(160) });
    ready();
    last().onmessage({ data: new ArrayBuffer(480) });
    ticks(9);
    expect(last().sent).toEqual([]);
    ticks(1);
    const t = Math.round(performance.now());
    expect(last().sent).toEqual([{ type: 'ping', t, received_ms: 60 }]);
    jest.advanceTimersByTime(30);
    last().receive({ type: 'pong', t, received_ms: 0, waiting_ms: 20 });
    expect(events).toContain('delay 110');
    ticks(10);
    expect(last().sent[1]).toMatchObject({ type: 'ping', received_ms: 60, delay_ms: 110 });
  });

  it('resumes once 5 pings have no pong, as a lost network closes no socket', () => {
    begin();
    ticks(50);
    expect([last().sent.length, events]).toEqual([5, []]);
    last().receive({ type: 'pong', t: 0, received_ms: 0, waiting_ms: 0 });
    events.splice(0);
    const [silent] = sockets;
    ticks(59);
    expect([sockets.length, events]).toEqual([1, []]);
    ticks(1);
    expect([sockets.length, events]).toEqual([2, ['broken']]);
    expect([silent!.closeCode, last().protocols]).toEqual([4008, ['aics-live-1', 'resume.R1']]);
    last().open();
    ready('R2');
    expect(events).toEqual(['broken', 'open', 'resumed', 'ready']);
    ticks(50);
    expect(sockets).toHaveLength(2);
  });

  it('drops new sound while 3 s are not acknowledged', () => {
    begin();
    for (let at = 0; at < 200; at++) live.sendSound(new Uint8Array(160));
    expect(last().sent).toHaveLength(150);
    last().receive({ type: 'pong', t: 0, received_ms: 2_000, waiting_ms: 0 });
    for (let at = 0; at < 200; at++) live.sendSound(new Uint8Array(160));
    expect(last().sent).toHaveLength(250);
  });

  it.each([1001, 1006, 4008])('resumes after %i, each time with the last token', (code) => {
    begin();
    last().break(code);
    expect(events).toEqual(['broken']);
    expect(last().protocols).toEqual(['aics-live-1', 'resume.R1']);
    live.sendSound(new Uint8Array(160));
    last().open();
    ready('R2');
    expect(events).toEqual(['broken', 'open', 'resumed', 'ready']);
    expect(last().sent).toEqual([]);
    jest.advanceTimersByTime(10_000);
    last().break(code);
    expect(last().protocols).toEqual(['aics-live-1', 'resume.R2']);
  });

  it('tries for 5 s, then the connection is lost', () => {
    begin();
    for (let at = 0; at < 10; at++) {
      last().break(1006);
      jest.advanceTimersByTime(400);
    }
    expect(sockets).toHaveLength(11);
    expect(events).toEqual(['broken']);
    jest.advanceTimersByTime(1_000);
    expect(events).toEqual(['broken', 'lost']);
    last().break(1006);
    jest.advanceTimersByTime(10_000);
    expect(sockets).toHaveLength(11);
  });

  it.each([1000, 4000, 4001, 4009])('ends with %i', (code) => {
    begin();
    last().break(code);
    expect([events, sockets.length]).toEqual([['closed'], 1]);
  });

  it('distinguishes a socket that never opened from one that broke before it was ready', () => {
    last().break(1006);
    expect(events).toEqual(['refused']);
  });

  it('ends when it breaks before it was ready: there is nothing to resume', () => {
    last().open();
    last().break(1006);
    expect(events).toEqual(['open', 'closed']);
  });

  it('raises no event after it was closed, nor for a former socket', () => {
    begin();
    const [first] = sockets;
    first!.break(1006);
    last().open();
    first!.receive({ type: 'flush' });
    live.close();
    last().receive({ type: 'flush' });
    last().break(1006);
    jest.advanceTimersByTime(10_000);
    expect(events).toEqual(['broken', 'open']);
  });
});
