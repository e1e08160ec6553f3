import { selectTrunk, type TrunkCandidate } from './trunk-choice';

const offer = (id: string, changes: Partial<TrunkCandidate> = {}): TrunkCandidate => ({
  id,
  name: `Trunk ${id}`,
  enabled: true,
  state: 'up',
  reason: null,
  freeChannels: 1,
  isSlotDue: true,
  callerId: '+911140000001',
  ...changes,
});
const waits = (reason: string) => ({ kind: 'waiting', reason });
const unreachable = 'No trunk of the account can be reached; the call goes on when one answers.';
const channel = 'Waiting for a free channel of the trunk.';

test.each<[string, TrunkCandidate[], number, object]>([
  ['the first that can take it', [offer('a'), offer('b')], 1, { kind: 'trunk', id: 'a' }],
  ['one of which nothing is known yet', [offer('a', { state: 'unknown' })], 1, { id: 'a' }],
  ['not one that is switched off', [offer('a', { enabled: false }), offer('b')], 1, { id: 'b' }],
  ['not one that is down', [offer('a', { state: 'down' }), offer('b')], 1, { id: 'b' }],
  ['not one that is failing', [offer('a', { state: 'failing' }), offer('b')], 1, { id: 'b' }],
  ['not one without a number to show', [offer('a', { callerId: null }), offer('b')], 1, { id: 'b' }],
  ['not one that is full', [offer('a', { freeChannels: 0 }), offer('b')], 1, { id: 'b' }],
  ['not one whose slot is not due', [offer('a', { isSlotDue: false }), offer('b')], 1, { id: 'b' }],
  ['two channels for a human call', [offer('a'), offer('b', { freeChannels: 2 })], 2, { id: 'b' }],
  ['none at all', [], 1, waits('No trunk of the account is enabled.')],
  ['all switched off', [offer('a', { enabled: false })], 1, waits('No trunk of the account is enabled.')],
  ['all down', [offer('a', { state: 'down' }), offer('b', { state: 'down' })], 1, waits(unreachable)],
  [
    'the rest failing',
    [offer('a', { state: 'down' }), offer('b', { state: 'failing', reason: '503' })],
    1,
    waits('The trunk is failing (503).'),
  ],
  [
    'one failing, one full',
    [offer('a', { state: 'failing' }), offer('b', { freeChannels: 0 })],
    1,
    waits(channel),
  ],
  [
    'no number on any',
    [offer('a', { callerId: null }), offer('b', { callerId: null })],
    1,
    { kind: 'refused', reason: 'there is no number to call from on the trunk Trunk a' },
  ],
])('chooses trunks: %s', (_, offers, channels, expected) =>
  expect(selectTrunk(offers, channels)).toMatchObject(expected),
);
