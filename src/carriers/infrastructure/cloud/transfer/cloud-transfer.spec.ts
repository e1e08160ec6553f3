import { HandMovedTime, settled } from '../../../../../test/harness/simulated-network';
import type { CloudCallsApi, RedirectInstruction, BridgeStatus } from '../adapter';
import { CloudFailure } from '../cloud-http-client';
import { CloudAnsweredLeg } from '../cloud-answered-leg';
import { type TransferTarget, CloudTransfer } from './cloud-transfer';
import type { CallbackHandler } from '../gateway/callback-handler';
import { TWILIO } from '../twilio/twilio';

const ID = `CA${'1'.repeat(32)}`;
const CHILD = `CA${'2'.repeat(32)}`;
const CONNECT = TWILIO.streamResponse('wss://a/media');

const LOST = new CloudFailure({ type: 'request_lost' }, null);
const REFUSED = new CloudFailure({ type: 'http', status: 400 }, '400 21220');

interface Options {
  readonly numbers?: readonly string[];
  readonly looked?: () => BridgeStatus | null;
  /** What becomes of the requests to do something else, in turn; then they succeed. */
  readonly redirects?: (CloudFailure | null)[];
  /** Whether the carrier connects the contact again. */
  readonly comesBack?: boolean;
  readonly leftSeconds?: number;
}

/** A transfer at a carrier which does what the test says, on a clock of the test. */
function stage({
  numbers = ['+91'],
  looked,
  redirects = [],
  comesBack = true,
  leftSeconds = 600,
}: Options = {}) {
  const time = new HandMovedTime();
  const told: string[] = [];
  const turns: string[] = [];
  const legs: CallbackHandler[] = [];
  const freed: number[] = [];
  const leg = { answered: () => undefined, play: () => Promise.resolve(), clear: () => Promise.resolve(0) };
  const contact = new CloudAnsweredLeg(leg as never, {
    timers: time,
    socket: () => null,
    hangUp: () => undefined,
    another: () => Promise.resolve(comesBack),
  });
  const ended: string[] = [];
  // As the talk does.
  const cut = (why: string) => {
    ended.push(why);
    transfer.stop();
  };
  contact.listen({ held: () => undefined, key: () => undefined, ended: cut });
  const rest: Pick<CloudCallsApi, 'fetchBridge'> = {
    fetchBridge: () => {
      const word = looked?.() ?? null;
      return word ? Promise.resolve(word) : Promise.reject(LOST);
    },
  };
  const taken: number[] = [];
  const transfer = new CloudTransfer({
    numbers,
    contact,
    rest,
    adapter: TWILIO,
    carrierCallId: () => ID,
    redirect: (_id: string, { response: reply }: RedirectInstruction) => {
      turns.push(reply.body);
      const failure = redirects.shift() ?? null;
      return failure ? Promise.reject(failure) : Promise.resolve();
    },
    handOver: TWILIO.dialResponse!,
    connect: CONNECT,
    answerUrl: 'https://a/answer',
    recordingUrl: 'https://a/recording',
    target: (number) =>
      Promise.resolve(
        number === 'none'
          ? 'No channel of the trunk was free for the person.'
          : ({
              from: '+1',
              statusUrl: 'https://p/status',
              nextUrl: 'https://p/next',
              record: {
                named: () => Promise.resolve(),
                rang: () => undefined,
                answered: () => Promise.resolve(),
                ended: () => Promise.resolve(void freed.push(legs.length)),
              },
              hold: (one: CallbackHandler) => legs.push(one),
            } as unknown as TransferTarget),
      ),
    leftSeconds: () => leftSeconds,
    isRecorded: true,
    timers: time,
    nowMs: () => time.nowMs,
    taken: (agoMs) => void taken.push(agoMs),
    tell: (message) => void told.push(message),
    stored: () => Promise.resolve(),
  });
  let end: unknown = null;
  void transfer.over.then((over) => (end = over));
  const fields = (more: Record<string, string>) => new Map(Object.entries({ CallSid: ID, ...more }));
  /** The carrier asks what to do, because the phone of a person is over. */
  const next = async (at: number, status: string, callStatus = 'in-progress') => {
    await settled();
    await legs[at]!.onCallback(
      fields({ CallStatus: callStatus, DialCallStatus: status, DialCallDuration: '7' }),
    );
    const reply = await legs[at]!.nextInstruction('next');
    await settled();
    return reply?.body;
  };
  const child = async (at: number, status: string) => {
    await settled();
    await legs[at]!.onCallback(
      new Map(Object.entries({ CallSid: CHILD, ParentCallSid: ID, CallStatus: status })),
    );
    await settled();
  };
  return { transfer, contact, time, told, turns, legs, freed, taken, ended, next, child, end: () => end };
}

test('who answers talks with the contact until the phone is over; then the call ends', async () => {
  const { next, child, told, turns, taken, end, freed } = stage();
  await child(0, 'ringing');
  await child(0, 'in-progress');
  expect(turns).toHaveLength(1);
  expect(turns[0]).toContain('<Dial callerId="+1" timeout="30" timeLimit="600"');
  expect(taken).toEqual([0]);
  expect(end()).toBeNull();
  expect(await next(0, 'completed')).toBe(TWILIO.acknowledgement.body);
  expect(end()).toEqual({ endedBy: 'human' });
  expect(freed).toEqual([1]);
  expect(told).toEqual(['A person is asked to take the call.', 'A person took the call.']);
});

test('an answer that nobody told is known by the end, and by how long they talked', async () => {
  const { next, taken, end } = stage();
  await next(0, 'completed');
  expect(taken).toEqual([7_000]);
  expect(end()).toEqual({ endedBy: 'human' });
});

test.each([
  ['completed', 'completed'],
  ['no-answer', 'completed'],
])('a contact who has gone (%s) has ended it, not the person', async (status, callStatus) => {
  const { next, contact, ended } = stage();
  expect(await next(0, status, callStatus)).toBe(TWILIO.acknowledgement.body);
  expect(ended).toEqual(['hung_up']);
  contact.onRemoteEnd('closed');
  expect(ended).toEqual(['hung_up']);
});

test('a number that does not take it leads to the next, and the last one back to the agent', async () => {
  const { next, turns, told, end, contact } = stage({ numbers: ['+91', 'none', '+92'] });
  const second = await next(0, 'busy');
  expect(second).toContain('>+92</Number>');
  // The same question once more has the same answer.
  expect(await next(0, 'busy')).toBe(second);
  expect(await next(1, 'failed')).toBe(CONNECT.body);
  expect(turns).toHaveLength(1);
  expect(end()).toEqual({ endedBy: null });
  expect(contact.isAway).toBe(false);
  expect(told).toEqual([
    'A person is asked to take the call.',
    'The phone of the person was busy.',
    'No channel of the trunk was free for the person.',
    'A person is asked to take the call.',
    expect.stringMatching(/^The phone of the person /u),
    'Nobody took the call.',
  ]);
});

test('without a word of the carrier a number rings 30 s, and all of them 60 s', async () => {
  const { time, turns, end, legs } = stage({ numbers: ['+91', '+92', '+93'] });
  await time.move(34_000);
  expect(legs).toHaveLength(1);
  await time.move(2_000);
  expect(legs).toHaveLength(2);
  expect(turns[1]).toMatch(/timeout="2[0-9]".*>\+92</);
  await time.move(35_000);
  expect(legs).toHaveLength(2);
  expect(turns[2]).toBe(CONNECT.body);
  expect(end()).toEqual({ endedBy: null });
});

test('a person whose phone is over is not waited for, when the carrier does not ask what to do', async () => {
  const { child, time, turns, end } = stage();
  await child(0, 'busy');
  expect(turns).toHaveLength(1);
  await time.move(3_000);
  expect(turns[1]).toBe(CONNECT.body);
  expect(end()).toEqual({ endedBy: null });
});

test('lost words are looked up every 15 s', async () => {
  const words: BridgeStatus[] = [
    { carrierCallId: ID, contact: 'answered', contactId: CHILD },
    { carrierCallId: ID, counsellor: { state: 'ended', event: null, carrierStatus: 'completed' } },
  ];
  const { time, taken, ended } = stage({ looked: () => words.shift() ?? null });
  await time.move(15_000);
  expect(taken).toEqual([0]);
  expect(ended).toEqual([]);
  await time.move(15_000);
  expect(ended).toEqual(['hung_up']);
});

test('a request that is refused leaves the contact on the stream', async () => {
  const { told, end, contact, legs } = stage({ redirects: [REFUSED] });
  await settled();
  expect(contact.isAway).toBe(false);
  expect(end()).toEqual({ endedBy: null });
  expect(told.at(-2)).toMatch(/^The phone of the person was not answered: /u);
  // What the carrier asks all the same is answered.
  expect((await legs[0]!.nextInstruction('next'))?.body).toContain('<Dial');
});

test('one that is refused because the contact has gone ends the call', async () => {
  const { contact, ended } = stage({ redirects: [REFUSED] });
  contact.onRemoteEnd('stopped');
  await settled();
  expect(ended).toEqual(['hung_up']);
});

test('a request whose answer is lost counts as carried out', async () => {
  const { child, taken } = stage({ redirects: [LOST] });
  await child(0, 'in-progress');
  expect(taken).toEqual([0]);
});

test('a contact whom the carrier does not connect again is lost', async () => {
  const { next, ended, end } = stage({ comesBack: false });
  await next(0, 'busy');
  expect(ended).toEqual(['lost']);
  expect(end()).toEqual({ endedBy: null });
});

test.each(['while it rings', 'while they talk'])(
  'a transfer that is stopped %s is over at once',
  async (when) => {
    const { transfer, child, next, end, freed } = stage();
    await child(0, when === 'while they talk' ? 'in-progress' : 'ringing');
    transfer.stop();
    await settled();
    expect(end()).not.toBeNull();
    expect(freed).toEqual([1]);
    expect(await next(0, 'completed')).toBe(TWILIO.acknowledgement.body);
  },
);

test('words of another call change nothing', async () => {
  const { legs, taken, ended } = stage();
  await settled();
  const other = `CA${'9'.repeat(32)}`;
  await legs[0]!.onCallback(
    new Map(Object.entries({ CallSid: CHILD, ParentCallSid: other, CallStatus: 'in-progress' })),
  );
  await legs[0]!.onCallback(
    new Map(Object.entries({ CallSid: other, CallStatus: 'completed', DialCallStatus: 'completed' })),
  );
  expect(taken).toEqual([]);
  expect(ended).toEqual([]);
});

test('a person is not joined for longer than the call may last', () => {
  const { turns } = stage({ leftSeconds: 12.3 });
  return settled().then(() => {
    expect(turns[0]).toContain('timeLimit="13"');
  });
});
