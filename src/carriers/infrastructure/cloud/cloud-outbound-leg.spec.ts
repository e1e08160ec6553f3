import { HandMovedTime, settled } from '../../../../test/harness/simulated-network';
import { waysTo } from '../../../../test/harness/transition-cells';
import { nextStatus } from '../../../platform/kernel/transition-table';
import { classifyFailure, type FailureOutcome } from '../../domain/cause-map';
import type { CloudCallStatus } from './adapter';
import { CloudFailure } from './cloud-http-client';
import {
  CloudOutboundLeg,
  type CloudOutboundLegOptions,
  OUTBOUND_LEG,
  type OutboundLegTrigger,
} from './cloud-outbound-leg';

/** A leg at a scripted carrier, on a virtual clock. */
function outboundLeg(
  create: CloudOutboundLegOptions['create'],
  rest: Partial<CloudOutboundLegOptions['rest']> = {},
) {
  const time = new HandMovedTime();
  const ended: string[] = [];
  const failures: string[] = [];
  const outcomes: FailureOutcome[] = [];
  const emitted: OutboundLegTrigger[] = [];
  const leg = new CloudOutboundLeg({
    create,
    rest: {
      listCalls: () => Promise.resolve([]),
      cancelCall: () => Promise.resolve(false),
      endCall: (id) => {
        ended.push(id);
        return Promise.resolve();
      },
      ...rest,
    },
    request: { to: '+1', from: '+2', ringSeconds: 45 },
    timers: time,
    since: new Date(0),
    isOthers: () => Promise.resolve(false),
    listener: {
      onCallId: () => undefined,
      onRinging: () => void emitted.push('ring'),
      onAnswered: () => void emitted.push('answer'),
      onFailed: (event) => {
        emitted.push('fail');
        failures.push(event.type);
        outcomes.push(classifyFailure(event));
      },
      onCanceled: () => void emitted.push('give_up'),
      onEnded: () => void emitted.push('end'),
    },
  });
  return { leg, time, ended, failures, outcomes, emitted };
}

test('hangs up a call once its id is known, when it was canceled before', async () => {
  let respond: (carrierCallId: string) => void = () => undefined;
  const { leg, ended } = outboundLeg(() => new Promise((resolve) => (respond = resolve)));
  // The stream came before the response to the request.
  leg.answer();
  leg.hangUp();
  respond('CA1');
  await settled();
  expect(ended).toEqual(['CA1']);
});

test('hangs up an answered call whose id only the search finds', async () => {
  const { leg, time, ended } = outboundLeg(
    () => Promise.reject(new CloudFailure({ type: 'request_lost' }, null)),
    {
      listCalls: () =>
        Promise.resolve([{ carrierCallId: 'CA1', state: 'answered', event: null, carrierStatus: '' }]),
    },
  );
  // The stream came, and no callback.
  leg.answer();
  leg.hangUp();
  await time.move(5_000);
  expect(ended).toEqual(['CA1']);
});

test.each<[CloudCallStatus['state'], boolean, string]>([
  ['queued', true, 'queued_too_long'],
  ['queued', false, 'ring_timeout'],
  ['ringing', false, 'ring_timeout'],
])(
  'stops the ringing of a call that is found after 60 s, %s (canceled there: %s)',
  async (state, isCanceled, type) => {
    let listed: CloudCallStatus[] = [];
    let fail: (error: Error) => void = () => undefined;
    const { time, ended, failures } = outboundLeg(() => new Promise((_, reject) => (fail = reject)), {
      listCalls: () => Promise.resolve(listed),
      cancelCall: () => Promise.resolve(isCanceled),
    });
    // The limit of the request passes.
    await time.move(10_000);
    fail(new CloudFailure({ type: 'request_lost' }, null));
    await time.move(52_000);
    expect(failures).toEqual([]);
    listed = [{ carrierCallId: 'CA1', state, event: null, carrierStatus: state }];
    await time.move(10_000);
    expect(failures).toEqual([type]);
    expect(ended).toEqual(isCanceled ? [] : ['CA1']);
  },
);

test('continues an answered call that is found after 60 s', async () => {
  let fail: (error: Error) => void = () => undefined;
  const { time, ended, failures } = outboundLeg(() => new Promise((_, reject) => (fail = reject)), {
    listCalls: () =>
      Promise.resolve(
        time.nowMs > beganMs + 62_000
          ? [{ carrierCallId: 'CA1', state: 'answered' as const, event: null, carrierStatus: '' }]
          : [],
      ),
  });
  const beganMs = time.nowMs;
  await time.move(10_000);
  fail(new CloudFailure({ type: 'request_lost' }, null));
  await time.move(70_000);
  expect([failures, ended]).toEqual([[], []]);
});

test.each([
  [false, { kind: 'refused', temporary: false, reason: '3140, it does not allow the call' }],
  [
    true,
    { kind: 'ended', cause: 'refused', reason: 'The carrier refused: 3140, it does not allow the call' },
  ],
])('tries another trunk for a disallowed call only before it rang (rang: %s)', async (rang, outcome) => {
  const { leg, outcomes } = outboundLeg(() => Promise.resolve('CA1'));
  await settled();
  const status = { carrierCallId: 'CA1', event: null, carrierStatus: '' };
  if (rang) leg.onStatus({ ...status, state: 'ringing' });
  leg.onStatus({ ...status, state: 'ended', event: { type: 'not_allowed', code: 3_140 } });
  expect(outcomes).toMatchObject([{ triesNextTrunk: !rang, outcome }]);
});

type Driver = ReturnType<typeof outboundLeg>;
type Status = keyof typeof OUTBOUND_LEG;

const status =
  (state: CloudCallStatus['state'], event: CloudCallStatus['event'] = null) =>
  ({ leg }: Driver) =>
    leg.onStatus({ carrierCallId: 'CA1', carrierStatus: state, state, event });

const PULL: Readonly<Record<OutboundLegTrigger, (driver: Driver) => unknown>> = {
  // The call is still queued.
  cancel_queued: ({ time }) => time.move(60_000),
  ring: status('ringing'),
  answer: status('answered'),
  fail: status('ended', { type: 'busy' }),
  give_up: ({ leg }) => leg.giveUp(),
  end: status('ended'),
  drop: ({ leg }) => leg.drop(),
};

/** What happens to a leg, with the triggers that it pulls in turn. */
const EVENTS: [string, (driver: Driver) => unknown, OutboundLegTrigger[]][] = [
  ['rings', PULL.ring, ['ring']],
  ['is answered', PULL.answer, ['answer']],
  ['has its stream', ({ leg }) => leg.answer(), ['answer']],
  ['is busy', PULL.fail, ['fail', 'end']],
  ['is completed', PULL.end, ['answer', 'end']],
  ['is given up', PULL.give_up, ['give_up']],
  ['is dropped', PULL.drop, ['drop']],
];

describe.each([...waysTo<Status, OutboundLegTrigger>(OUTBOUND_LEG, 'requested')])(
  'CloudOutboundLeg, %s (%j)',
  (from, way) => {
    it.each(EVENTS)('follows its table when it %s', async (_what, happen, triggers) => {
      const driver = outboundLeg(() => Promise.resolve('CA1'), {
        cancelCall: () => new Promise(() => undefined),
      });
      await settled();
      for (const trigger of way) await PULL[trigger](driver);
      expect(driver.leg.status).toBe(from);
      driver.emitted.length = 0;
      happen(driver);
      let to = from;
      const moves = triggers.filter((trigger) => {
        const next = nextStatus<Status, OutboundLegTrigger>(OUTBOUND_LEG, to, trigger);
        to = next ?? to;
        return next !== undefined && trigger !== 'drop';
      });
      expect([driver.leg.status, driver.emitted]).toEqual([to, moves]);
    });
  },
);
