import type { Clock } from '../../platform/clock';
import type { MediaProcessRepository, TrunkStanding } from '../infrastructure/media-process.repository';
import type { HumanCallPriority } from './human-call-priority';
import type { TrunkChannels } from './trunk-channels';
import type { TrunkHealthRegistry } from './trunk-health-registry';
import { TrunkWaitReasons } from './trunk-wait-reasons';

type States = readonly (readonly [state: TrunkStanding['state'], reason: string | null])[];

/** The health of the trunk for display, with these states in the live processes. */
async function shownHealth(states: States) {
  const shown: unknown[] = [];
  const processes = {
    room: () => Promise.resolve({ isAnyLive: true, hasRoom: true }),
    standingsOfAccount: () =>
      Promise.resolve(states.map(([state, reason]) => ({ trunkId: 'trunk_1', state, reason }))),
  };
  const channels = {
    findBlocker: (_account: string, _day: string, stateOf: TrunkHealthRegistry['of']) => {
      shown.push(stateOf('trunk_1'));
      return Promise.resolve(null);
    },
  };
  const now = new Date('2026-01-05T10:00:00Z');
  await new TrunkWaitReasons(
    { now: () => now, nowMs: () => now.getTime() } as unknown as Clock,
    processes as unknown as MediaProcessRepository,
    channels as unknown as TrunkChannels,
    {} as HumanCallPriority,
  ).reason('acct_1', 'Asia/Kolkata');
  return shown[0];
}

test.each<[string, States, object]>([
  [
    'up in one process and down in another',
    [
      ['down', 'no softphone is registered here'],
      ['up', null],
    ],
    { state: 'up', reason: null },
  ],
  [
    'failing in one process and down in another: it can be reached',
    [
      ['down', 'no softphone is registered here'],
      ['failing', '503'],
    ],
    { state: 'unknown', reason: null },
  ],
  ['down in all processes', [['down', 'no server answers']], { state: 'down', reason: 'no server answers' }],
  ['new to all processes', [], { state: 'unknown', reason: null }],
])('describes a trunk that is %s', async (_what, states, expected) => {
  expect(await shownHealth(states)).toEqual(expected);
});
