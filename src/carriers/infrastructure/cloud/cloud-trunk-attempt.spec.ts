import { HandMovedTime, settled } from '../../../../test/harness/simulated-network';
import type { StreamLeg } from '../../../media';
import type { CloudCallsApi, CloudCallStatus } from './adapter';
import { CloudFailure } from './cloud-http-client';
import { CloudTrunkAttempt } from './cloud-trunk-attempt';
import { TWILIO } from './twilio/twilio';

const SID = 'CA1';
const word = (
  state: CloudCallStatus['state'],
  event: CloudCallStatus['event'] = null,
  carrierCallId = SID,
): CloudCallStatus => ({
  carrierCallId,
  state,
  event,
  carrierStatus: state,
});

/** An outbound leg at a scripted carrier, on a virtual clock. */
function setUp(rest: Partial<CloudCallsApi> = {}, others: readonly string[] = []) {
  const time = new HandMovedTime();
  const asked: string[] = [];
  const told: string[] = [];
  const trial = new CloudTrunkAttempt({
    rest: {
      verifyCredentials: () => Promise.resolve(),
      createCall: () => {
        asked.push('dial');
        return Promise.resolve(SID);
      },
      createBridge: () => Promise.reject(new Error('not asked')),
      fetchBridge: () => Promise.reject(new Error('not asked')),
      fetchCall: () => Promise.resolve(word('queued')),
      listCalls: () => Promise.resolve([]),
      endCall: (id) => {
        asked.push(`hang up ${id}`);
        return Promise.resolve();
      },
      cancelCall: () => Promise.resolve(false),
      recordingUrl: () => Promise.resolve(null),
      ...rest,
    },
    request: { to: '+1', from: '+2', ringSeconds: 45, statusUrl: 's', answerUrl: 'a', mediaUrl: 'm' },
    leg: {} as StreamLeg,
    adapter: TWILIO,
    timers: time,
    now: () => new Date(0),
    isOthers: (id) => Promise.resolve(others.includes(id)),
    onCallId: (id) => told.push(`named ${id}`),
    onRinging: () => told.push('rings'),
    onAnswered: () => told.push('answered'),
  });
  let end: unknown = null;
  void trial.ended.then((given) => (end = given));
  const pass = (ms: number) => time.move(ms);
  return { trial, asked, told, pass, end: () => end };
}

const report = async (trial: CloudTrunkAttempt, status: CloudCallStatus) => {
  trial.onStatus(status);
  await settled();
};
const lost = () => Promise.reject(new CloudFailure({ type: 'request_lost' }, null));
const failed = (type: string) => expect.objectContaining({ kind: 'failed', event: { type } }) as unknown;

test('gives up and hangs up a call 45 s after it began to ring', async () => {
  const { trial, asked, pass, end } = setUp();
  await settled();
  await pass(10_000);
  await report(trial, word('ringing'));
  await pass(44_000);
  expect(end()).toBeNull();
  await pass(2_000);
  expect(end()).toEqual(failed('ring_timeout'));
  expect(asked).toEqual(['dial', `hang up ${SID}`]);
});

test('stops the ringing of any phone 60 s after the request', async () => {
  const { trial, pass, end } = setUp();
  await settled();
  await pass(30_000);
  await report(trial, word('ringing'));
  await pass(31_000);
  expect(end()).toEqual(failed('ring_timeout'));
});

test.each([
  ['taken back there', true, 'queued_too_long'],
  ['begun meanwhile: it is hung up', false, 'ring_timeout'],
])('reports a call that is queued for 60 s as %s', async (_what, isTakenBack, type) => {
  const { asked, pass, end } = setUp({ cancelCall: () => Promise.resolve(isTakenBack) });
  await settled();
  await pass(61_000);
  expect(end()).toEqual(failed(type));
  expect(asked).toEqual(isTakenBack ? ['dial'] : ['dial', `hang up ${SID}`]);
});

test.each<[string, CloudCallStatus, string]>([
  ['canceled', { ...word('ended', { type: 'no_answer' }), carrierStatus: 'canceled' }, 'queued_too_long'],
  ['answered by a busy phone', word('ended', { type: 'busy' }), 'busy'],
  ['ringing, so it is never dialed again', word('ringing'), 'ring_timeout'],
])(
  'gives up a call that is queued for 60 s, and whose callback precedes the response: %s',
  async (_what, status, type) => {
    let respond: (isCanceled: boolean) => void = () => undefined;
    const { trial, pass, end } = setUp({
      cancelCall: () => new Promise((resolve) => (respond = resolve)),
    });
    await settled();
    await pass(61_000);
    await report(trial, status);
    respond(true);
    await settled();
    expect(end()).toMatchObject({ kind: 'failed', event: { type } });
  },
);

test('hangs up an answered phone that is not connected within 10 s', async () => {
  const { trial, asked, told, pass, end } = setUp();
  await settled();
  await report(trial, word('answered'));
  await pass(11_000);
  expect(end()).toMatchObject({ kind: 'answered', lost: { cause: 'connection_lost' } });
  expect(asked).toContain(`hang up ${SID}`);
  expect(told).toEqual([`named ${SID}`, 'answered']);
});

test('moves forward alone by callbacks in any order', async () => {
  const { trial, told, end } = setUp();
  await settled();
  await report(trial, word('answered'));
  await report(trial, word('ringing'));
  await report(trial, word('queued'));
  await report(trial, word('ended'));
  await settled();
  expect(told).toEqual([`named ${SID}`, 'answered']);
  expect(end()).toMatchObject({ kind: 'answered', lost: { cause: 'hung_up' } });
});

test('ignores callbacks of another call at its address', async () => {
  const { trial, told, end } = setUp();
  await settled();
  await report(trial, word('ended', { type: 'busy' }, 'CA2'));
  expect([told, end()]).toEqual([[`named ${SID}`], null]);
});

describe('CloudTrunkAttempt without a response', () => {
  test('polls after 5 s, and continues as with a response', async () => {
    const { trial, told, pass, end } = setUp({
      createCall: lost,
      listCalls: () => Promise.resolve([word('ringing')]),
    });
    await settled();
    expect(told).toEqual([]);
    await pass(6_000);
    expect(told).toEqual([`named ${SID}`, 'rings']);
    await report(trial, word('ended', { type: 'busy' }));
    await settled();
    expect(end()).toEqual(failed('busy'));
  });

  test('never dials again: it fails after 60 s without a trace of the call', async () => {
    const { asked, pass, end } = setUp({ createCall: lost });
    await settled();
    await pass(59_000);
    expect(end()).toBeNull();
    await pass(3_000);
    expect(end()).toEqual(failed('request_lost'));
    expect(asked).toEqual([]);
  });

  test('adopts no call when two match, nor another call of ours', async () => {
    const two = [word('ringing', null, 'CA2'), word('ringing', null, 'CA3')];
    const { told, pass } = setUp({ createCall: lost, listCalls: () => Promise.resolve(two) });
    await pass(20_000);
    expect(told).toEqual([]);
    const other = setUp({ createCall: lost, listCalls: () => Promise.resolve(two) }, ['CA2']);
    await other.pass(6_000);
    expect(other.told).toEqual(['named CA3', 'rings']);
  });

  test('continues with a callback', async () => {
    const { trial, told } = setUp({ createCall: lost });
    await settled();
    await report(trial, word('ringing'));
    expect(told).toEqual([`named ${SID}`, 'rings']);
  });
});

test('continues a call whose callback came first, though its request was refused', async () => {
  let refuse: (error: Error) => void = () => undefined;
  const { trial, told, end } = setUp({ createCall: () => new Promise((_, reject) => (refuse = reject)) });
  await report(trial, word('ringing'));
  refuse(new CloudFailure({ type: 'http', status: 400 }, '400'));
  await settled();
  expect([told, end()]).toEqual([[`named ${SID}`, 'rings'], null]);
  await report(trial, word('ended', { type: 'busy' }));
  await settled();
  expect(end()).toEqual(failed('busy'));
});

describe('CloudTrunkAttempt, given up', () => {
  test('hangs up a ringing call', async () => {
    const { trial, asked, end } = setUp();
    await settled();
    trial.giveUp();
    await settled();
    expect([asked, end()]).toEqual([['dial', `hang up ${SID}`], { kind: 'canceled' }]);
  });

  test('hangs up as soon as the id is known, when it had no response yet', async () => {
    let answer: (id: string) => void = () => undefined;
    const { trial, asked, end } = setUp({ createCall: () => new Promise((resolve) => (answer = resolve)) });
    trial.giveUp();
    await settled();
    expect(end()).toBeNull();
    answer(SID);
    await settled();
    expect([asked, end()]).toEqual([[`hang up ${SID}`], { kind: 'canceled' }]);
  });

  test('hangs up again a call that still rings', async () => {
    const { trial, asked } = setUp();
    await settled();
    trial.giveUp();
    await report(trial, word('ringing'));
    await report(trial, word('ringing'));
    expect(asked).toEqual(['dial', `hang up ${SID}`, `hang up ${SID}`]);
  });

  test('repeats a hang-up that fails', async () => {
    let tries = 0;
    const hangUp = () => (++tries < 3 ? lost() : Promise.resolve());
    const { trial, pass } = setUp({ endCall: hangUp });
    await settled();
    trial.giveUp();
    await pass(60_000);
    expect(tries).toBe(3);
  });
});

test('connects no leg after the end', async () => {
  const { trial } = setUp();
  await settled();
  expect(trial.acceptsStream).toBe(true);
  await report(trial, word('ended', { type: 'busy' }));
  expect(trial.acceptsStream).toBe(false);
});
