import { Logger } from '@nestjs/common';
import {
  inboundDriver,
  type InboundDriverOptions,
  REFUSED,
} from '../../../../test/harness/sip-inbound-driver';

type Driver = Awaited<ReturnType<typeof inboundDriver>>;

const NO_ANSWER = {
  cause: 'no_answer',
  by: 'contact',
  talkMs: null,
  reason: 'The caller hung up before the agent answered.',
};
const ended = (cause: string, reason: string) => ({ cause, by: null, talkMs: null, reason });
const STOPPING = ended('failed', 'The service was stopping.');
const NOT_READY = ended('failed', 'The agent was not ready in time.');
const ROOM = 'The service had no room for the call.';
const AUDIO = "The caller's side offered no usable audio.";

describe('SipInboundCall before the answer', () => {
  test.each<[string, InboundDriverOptions, (driver: Driver) => Promise<unknown>, string[], object, string[]]>(
    [
      [
        'the caller cancels while it is decided',
        {},
        (driver) => driver.cancel().then(driver.decided),
        ['180'],
        NO_ANSWER,
        [],
      ],
      [
        'the caller cancels while the agent gets ready',
        {},
        (driver) => driver.decided().then(driver.cancel),
        ['180'],
        NO_ANSWER,
        [],
      ],
      [
        'the process stops while it is decided',
        {},
        (driver) => {
          driver.offer.stop();
          return driver.decided();
        },
        ['180', '503 retry-after: 10'],
        STOPPING,
        ['stopping'],
      ],
      [
        'the process stops while the agent gets ready',
        {},
        (driver) => driver.decided().then(() => driver.offer.stop()),
        ['180', '503 retry-after: 10'],
        STOPPING,
        ['stopping'],
      ],
      [
        'somebody hangs it up',
        {},
        (driver) => driver.decided().then(() => driver.call().hangUp()),
        ['180', '503 retry-after: 10'],
        STOPPING,
        ['stopping'],
      ],
      [
        'the agent is not ready in 3 s',
        {},
        (driver) => driver.decided().then(() => driver.time.move(3_000)),
        ['180', '480'],
        NOT_READY,
        ['not_ready'],
      ],
      [
        'the engines fail',
        { ready: false },
        (driver) => driver.decided(),
        ['180', '480'],
        NOT_READY,
        ['not_ready'],
      ],
      [
        'there are no engines here',
        { line: null },
        (driver) => driver.decided(),
        ['180', '480'],
        ended('failed', 'This process has no engines of speech for the agent.'),
        ['agent'],
      ],
      [
        'no RTP port is free',
        { leg: null },
        (driver) => driver.decided(),
        ['180', '486'],
        ended('busy', ROOM),
        ['no_channel'],
      ],
      [
        'the offer has no audio for the trunk',
        { ready: true, session: null },
        (driver) => driver.decided(),
        ['180', '488'],
        ended('failed', AUDIO),
        ['no_audio'],
      ],
    ],
  )('%s', async (_, options, story, answers, end, refused) => {
    const driver = await inboundDriver(options);
    await story(driver);
    await driver.time.move(0);
    expect(driver.seen).toMatchObject({ answers, refused });
    expect(driver.told()).toEqual([end]);
    // The channel is free before the call's end is reported.
    expect(driver.seen.rows.at(-1)).toBe('ended');
    expect(driver.call().phase).toBe('ended');
    await driver.offer.settled;
    await driver.call().ended;
    expect(driver.time.waiting).toBe(0);
  });

  test('is accepted at 2.9 s', async () => {
    const driver = await inboundDriver();
    await driver.decided();
    await driver.time.move(2_900);
    expect(driver.seen.answers).toEqual(['180']);
  });
});

describe('SipInboundCall, refused', () => {
  test('gets its status, and no event is emitted', async () => {
    const driver = await inboundDriver({ decision: REFUSED });
    await driver.decided();
    await driver.offer.settled;
    expect(driver.seen).toMatchObject({ answers: ['486'], refused: [], rows: [] });
    expect(driver.told()).toEqual([]);
  });

  test.each([
    ['unknown_number', '404'],
    ['no_agent', '404'],
    ['rate', '503 retry-after: 5'],
  ] as const)('is refused: %s: %s', async (why, answer) => {
    const driver = await inboundDriver({ decision: { kind: 'unrecorded', why } });
    await driver.decided();
    await driver.offer.settled;
    expect(driver.seen).toMatchObject({ answers: [answer], refused: [] });
  });

  test('requires the password of a number on a trunk of phones', async () => {
    const driver = await inboundDriver({ decision: { kind: 'challenged', trunkId: 'trunk_2' } });
    await driver.decided();
    await driver.offer.settled;
    expect(driver.seen).toMatchObject({ answers: ['401 www-authenticate: Digest of trunk_2'], refused: [] });
  });

  test('is refused temporarily, and counted, when it could not be stored', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const driver = await inboundDriver({ decision: new Error('the database is away') });
    await driver.decided();
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
    await driver.offer.settled;
    expect(driver.seen).toMatchObject({ answers: ['503 retry-after: 5'], refused: ['error'] });
    expect(driver.told()).toEqual([]);
  });
});

describe('SipInboundCall after our 200', () => {
  const answered = async (options: InboundDriverOptions = {}) => {
    const driver = await inboundDriver({ ready: true, ...options });
    await driver.decided();
    expect(driver.seen.answers).toEqual(['180', '200']);
    // After a crash another process finds the dialog and hangs up.
    expect(driver.seen.rows).toEqual(['answered']);
    expect(driver.told()).toEqual([]);
    return driver;
  };

  test('begins the talk with the ACK', async () => {
    const driver = await answered();
    await driver.far('ACK');
    expect(driver.told()).toEqual(['answered']);
    expect(driver.call().phase).toBe('answered');
    await driver.offer.settled;
    // This response comes too late to change anything.
    await driver.cancelLate();
    expect(driver.seen).toMatchObject({ dropped: 0, hungUp: 0 });
  });

  const LEFT = ['answered', { cause: 'hung_up', by: 'contact', talkMs: 0 }];

  test('ends as answered at 0 s by a CANCEL that crosses the 200', async () => {
    const driver = await answered();
    await driver.cancelLate();
    expect(driver.told()).toEqual(LEFT);
    expect(driver.seen).toMatchObject({ hungUp: 1, dropped: 1, rows: ['answered', 'ended'] });
    // The ACK, and the BYE after it.
    await driver.far('ACK');
    await driver.far('BYE');
    expect(driver.told()).toEqual(LEFT);
  });

  test('ends in the same way when the audio is agreed with the ACK', async () => {
    const driver = await answered({ audio: null });
    await driver.cancelLate();
    expect(driver.told()).toEqual(LEFT);
  });

  test('ends at 0 s by a BYE whose ACK was lost', async () => {
    const driver = await answered();
    await driver.far('BYE');
    expect(driver.told()).toEqual(LEFT);
  });

  test.each([
    ['no_ack', "The caller's side did not confirm the answer."],
    ['no_audio', AUDIO],
    ['no_encryption', 'The carrier answered without encryption.'],
  ] as const)('fails for %s', async (event, reason) => {
    const driver = await answered();
    await driver.far(event);
    expect(driver.told()).toEqual([ended('failed', reason)]);
  });

  test('continues at a stop to the talk that its ACK begins, and hangs it up', async () => {
    const driver = await answered();
    driver.offer.stop();
    await driver.far('ACK');
    expect(driver.told()).toEqual(['answered']);
  });
});
