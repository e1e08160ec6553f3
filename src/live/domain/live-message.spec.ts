import { parseClientMessage, soundMs } from './live-message';
import { MessageRate } from './message-rate';
import { Unacknowledged } from './unacknowledged';

describe('a text of the page', () => {
  it.each([
    ['{"type":"begin"}', { type: 'begin' }],
    ['{"type":"hang_up","more":1}', { type: 'hang_up' }],
    ['{"type":"key","key":"#"}', { type: 'key', key: '#' }],
    ['{"type":"ping","t":5,"received_ms":40}', { type: 'ping', t: 5, receivedMs: 40, delayMs: null }],
    [
      '{"type":"ping","t":5.5,"received_ms":0,"delay_ms":110}',
      { type: 'ping', t: 5.5, receivedMs: 0, delayMs: 110 },
    ],
    ...[60_001, -1].map((delay): [string, object] => [
      `{"type":"ping","t":5,"received_ms":0,"delay_ms":${delay}}`,
      { type: 'ping', t: 5, receivedMs: 0, delayMs: null },
    ]),
  ])('is parsed: %s', (text, message) => expect(parseClientMessage(text)).toEqual(message));

  it.each([
    '{"type":"key","key":"12"}',
    '{"type":"key","key":"A"}',
    '{"type":"key","key":1}',
    '{"type":"ping","t":"5","received_ms":1}',
    '{"type":"ping","t":5,"received_ms":-1}',
    '{"type":"ping","t":1e999,"received_ms":1}',
    '{"type":"constructor"}',
    '{"type":"later"}',
    '[]',
    'null',
    '5',
  ])('is ignored: %s', (text) => expect(parseClientMessage(text)).toEqual({ type: 'unknown' }));

  it.each(['', '{', 'begin', '{"type":}', '\u0000'])('is no JSON: %j', (text) =>
    expect(parseClientMessage(text)).toBeNull(),
  );

  it('never throws, for any value', () => {
    let state = 7;
    const next = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most;
    const parts = [
      '{',
      '}',
      '"type"',
      ':',
      '"ping"',
      '"t"',
      '1e999',
      '-0',
      '[',
      ',',
      '\\u0000',
      'null',
      '__proto__',
    ];
    for (let at = 0; at < 20_000; at++) {
      const text = Array.from({ length: next(12) }, () => parts[next(parts.length)]).join('');
      expect(() => parseClientMessage(text)).not.toThrow();
    }
  });
});

test.each([
  [160, 20],
  [800, 100],
  [0, null],
  [159, null],
  [240, null],
  [960, null],
  [4_096, null],
])('measures %i bytes of sound as %p ms', (bytes, ms) => expect(soundMs(bytes)).toBe(ms));

describe('the rate of messages', () => {
  const run = (perSecond: number, seconds: number, kind: 'text' | 'binary'): boolean => {
    const rate = new MessageRate();
    let isAdmitted = true;
    for (let second = 0; second < seconds; second++) {
      for (let at = 0; at < perSecond; at++) {
        isAdmitted &&= rate.admit(kind, second * 1_000 + (at * 1_000) / perSecond);
      }
    }
    return isAdmitted;
  };

  it('admits 20 texts and 200 binaries a second', () => {
    expect(run(20, 30, 'text')).toBe(true);
    expect(run(200, 30, 'binary')).toBe(true);
  });

  it('refuses more for five seconds, not for four', () => {
    expect(run(25, 4, 'text')).toBe(true);
    expect(run(25, 5, 'text')).toBe(false);
    expect(run(250, 5, 'binary')).toBe(false);
  });

  it('refuses after a quiet second, too, and admits a moderate second after four', () => {
    const rate = new MessageRate();
    const second = (number: number, texts: number) =>
      Array.from({ length: texts }, (_, at) => rate.admit('text', number * 1_000 + at)).every(Boolean);
    expect([0, 1, 2, 3].map((number) => second(number, 25))).not.toContain(false);
    expect(second(4, 20)).toBe(true);
    expect([10, 11, 12, 13, 14].map((number) => second(number, 25))).toEqual([true, true, true, true, false]);
  });

  it('counts again after a quiet second', () => {
    const rate = new MessageRate();
    for (const from of [0, 10_000]) {
      for (let second = 0; second < 4; second++) {
        for (let at = 0; at < 30; at++) expect(rate.admit('text', from + second * 1_000 + at)).toBe(true);
      }
    }
  });
});

describe('unacknowledged sound', () => {
  it('is dropped beyond 3 s, and counted', () => {
    const sent = new Unacknowledged();
    for (let at = 0; at < 150; at++) expect(sent.admit(20, at * 20)).toBe(true);
    expect(sent.admit(20, 3_000)).toBe(false);
    expect(sent.drainDroppedMs()).toBe(20);
    expect(sent.drainDroppedMs()).toBe(0);
    sent.acknowledge(1_000, 3_000);
    expect(sent.admit(20, 3_020)).toBe(true);
  });

  it('is stalled after 5 s without progress, but not while nothing was sent', () => {
    const sent = new Unacknowledged();
    expect(sent.isStalled(60_000)).toBe(false);
    sent.admit(20, 60_000);
    expect(sent.isStalled(64_999)).toBe(false);
    expect(sent.isStalled(65_000)).toBe(true);
    sent.acknowledge(1e9, 65_000);
    expect(sent.isStalled(90_000)).toBe(false);
    for (const at of [90_000, 91_000]) sent.admit(20, at);
    sent.acknowledge(40, 94_000);
    expect([98_999, 99_000].map((at) => sent.isStalled(at))).toEqual([false, true]);
    sent.admit(20, 99_000);
    expect(sent.isStalled(99_000)).toBe(true);
    sent.restart();
    expect(sent.isStalled(99_000)).toBe(false);
  });

  it('never counts more as received than was sent, nor less than before', () => {
    const sent = new Unacknowledged();
    sent.admit(100, 0);
    sent.acknowledge(1e9, 10);
    sent.acknowledge(20, 10);
    for (let at = 0; at < 150; at++) expect(sent.admit(20, 20)).toBe(true);
    expect(sent.admit(20, 20)).toBe(false);
  });
});
