import { Logger } from '@nestjs/common';
import { inboundStage, type InboundStageOptions, REFUSED } from '../../../../test/harness/sip-inbound-stage';

type Stage = Awaited<ReturnType<typeof inboundStage>>;

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

describe('before the answer', () => {
  test.each<[string, InboundStageOptions, (stage: Stage) => Promise<unknown>, string[], object, string[]]>([
    [
      'the caller cancels while it is decided',
      {},
      (stage) => stage.cancel().then(stage.decided),
      ['180'],
      NO_ANSWER,
      [],
    ],
    [
      'the caller cancels while the agent gets ready',
      {},
      (stage) => stage.decided().then(stage.cancel),
      ['180'],
      NO_ANSWER,
      [],
    ],
    [
      'the process stops while it is decided',
      {},
      (stage) => {
        stage.offer.stop();
        return stage.decided();
      },
      ['180', '503 retry-after: 10'],
      STOPPING,
      ['stopping'],
    ],
    [
      'the process stops while the agent gets ready',
      {},
      (stage) => stage.decided().then(() => stage.offer.stop()),
      ['180', '503 retry-after: 10'],
      STOPPING,
      ['stopping'],
    ],
    [
      'somebody hangs it up',
      {},
      (stage) => stage.decided().then(() => stage.call().hangUp()),
      ['180', '503 retry-after: 10'],
      STOPPING,
      ['stopping'],
    ],
    [
      'the agent is not ready in 3 s',
      {},
      (stage) => stage.decided().then(() => stage.time.move(3_000)),
      ['180', '480'],
      NOT_READY,
      ['not_ready'],
    ],
    [
      'the engines fail',
      { ready: false },
      (stage) => stage.decided(),
      ['180', '480'],
      NOT_READY,
      ['not_ready'],
    ],
    [
      'there are no engines here',
      { line: null },
      (stage) => stage.decided(),
      ['180', '480'],
      ended('failed', 'This process has no engines of speech for the agent.'),
      ['agent'],
    ],
    [
      'no RTP port is free',
      { leg: null },
      (stage) => stage.decided(),
      ['180', '486'],
      ended('busy', ROOM),
      ['no_channel'],
    ],
    [
      'the offer has no audio for the trunk',
      { ready: true, session: null },
      (stage) => stage.decided(),
      ['180', '488'],
      ended('failed', AUDIO),
      ['no_audio'],
    ],
  ])('%s', async (_, options, story, answers, end, refused) => {
    const stage = await inboundStage(options);
    await story(stage);
    await stage.time.move(0);
    expect(stage.seen).toMatchObject({ answers, refused });
    expect(stage.told()).toEqual([end]);
    // The channel is free before the call's end is reported.
    expect(stage.seen.rows.at(-1)).toBe('ended');
    expect(stage.call().phase).toBe('ended');
    await stage.offer.settled;
    await stage.call().ended;
    expect(stage.time.waiting).toBe(0);
  });

  test('at 2.9 s it is not too late', async () => {
    const stage = await inboundStage();
    await stage.decided();
    await stage.time.move(2_900);
    expect(stage.seen.answers).toEqual(['180']);
  });
});

describe('a call that was refused', () => {
  test('gets its status, and nothing is told of it', async () => {
    const stage = await inboundStage({ decision: REFUSED });
    await stage.decided();
    await stage.offer.settled;
    expect(stage.seen).toMatchObject({ answers: ['486'], refused: [], rows: [] });
    expect(stage.told()).toEqual([]);
  });

  test.each([
    ['unknown_number', '404'],
    ['no_agent', '404'],
    ['rate', '503 retry-after: 5'],
  ] as const)('%s: %s', async (why, answer) => {
    const stage = await inboundStage({ decision: { kind: 'unrecorded', why } });
    await stage.decided();
    await stage.offer.settled;
    expect(stage.seen).toMatchObject({ answers: [answer], refused: [] });
  });

  test('to a number on a trunk of phones needs its password', async () => {
    const stage = await inboundStage({ decision: { kind: 'challenged', trunkId: 'trunk_2' } });
    await stage.decided();
    await stage.offer.settled;
    expect(stage.seen).toMatchObject({ answers: ['401 www-authenticate: Digest of trunk_2'], refused: [] });
  });

  test('that could not be stored is refused for now, and counted', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const stage = await inboundStage({ decision: new Error('the database is away') });
    await stage.decided();
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
    await stage.offer.settled;
    expect(stage.seen).toMatchObject({ answers: ['503 retry-after: 5'], refused: ['error'] });
    expect(stage.told()).toEqual([]);
  });
});

describe('after our 200', () => {
  const answered = async (options: InboundStageOptions = {}) => {
    const stage = await inboundStage({ ready: true, ...options });
    await stage.decided();
    expect(stage.seen.answers).toEqual(['180', '200']);
    // After a crash another process finds the dialog and hangs up.
    expect(stage.seen.rows).toEqual(['answered']);
    expect(stage.told()).toEqual([]);
    return stage;
  };

  test('the ACK begins the talk', async () => {
    const stage = await answered();
    await stage.far('ACK');
    expect(stage.told()).toEqual(['answered']);
    expect(stage.call().phase).toBe('answered');
    await stage.offer.settled;
    // This response comes too late to change anything.
    await stage.cancelLate();
    expect(stage.seen).toMatchObject({ dropped: 0, hungUp: 0 });
  });

  const LEFT = ['answered', { cause: 'hung_up', by: 'contact', talkMs: 0 }];

  test('a CANCEL that crossed it ends the call, answered, at 0 s', async () => {
    const stage = await answered();
    await stage.cancelLate();
    expect(stage.told()).toEqual(LEFT);
    expect(stage.seen).toMatchObject({ hungUp: 1, dropped: 1, rows: ['answered', 'ended'] });
    // The ACK, and the BYE after it.
    await stage.far('ACK');
    await stage.far('BYE');
    expect(stage.told()).toEqual(LEFT);
  });

  test('a CANCEL that crossed it, of a call whose audio is agreed with the ACK', async () => {
    const stage = await answered({ audio: null });
    await stage.cancelLate();
    expect(stage.told()).toEqual(LEFT);
  });

  test('a BYE whose ACK was lost ends the call at 0 s', async () => {
    const stage = await answered();
    await stage.far('BYE');
    expect(stage.told()).toEqual(LEFT);
  });

  test.each([
    ['no_ack', "The caller's side did not confirm the answer."],
    ['no_audio', AUDIO],
    ['no_encryption', 'The carrier answered without encryption.'],
  ] as const)('%s: failed', async (event, reason) => {
    const stage = await answered();
    await stage.far(event);
    expect(stage.told()).toEqual([ended('failed', reason)]);
  });

  test('a stop lets the talk go on that its ACK begins, and hangs it up', async () => {
    const stage = await answered();
    stage.offer.stop();
    await stage.far('ACK');
    expect(stage.told()).toEqual(['answered']);
  });
});
