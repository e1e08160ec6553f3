import { type ListenFacts, type NotListenable, notListenable } from './listen-rules';

/** Breaks each rule, in the order of the rules. */
const BROKEN: readonly (readonly [NotListenable, Partial<ListenFacts>])[] = [
  ['listening_off', { isOff: true }],
  ['simulated', { isSimulated: true }],
  ['joined_by_carrier', { isJoinedByCarrier: true }],
  ['not_in_progress', { isInProgress: false }],
  ['no_notice', { hasNotice: false }],
  ['too_many', { ofCall: 8 }],
  ['unreachable', { isReachable: false }],
];
const LISTENABLE: ListenFacts = {
  isOff: false,
  isSimulated: false,
  isJoinedByCarrier: false,
  isInProgress: true,
  hasNotice: true,
  ofCall: 7,
  ofProcess: 19,
  isReachable: true,
};

describe('listenProblem', () => {
  it.each(BROKEN.map(([reason], at) => [reason, at] as const))(
    'returns %s before the reasons after it',
    (reason, at) => {
      const facts = BROKEN.slice(at).reduce((all, [, one]) => ({ ...all, ...one }), LISTENABLE);
      expect(notListenable(facts)).toBe(reason);
    },
  );

  it('returns null otherwise', () => expect(notListenable(LISTENABLE)).toBeNull());

  it('bounds listeners of a process, too', () =>
    expect(notListenable({ ...LISTENABLE, ofProcess: 20 })).toBe('too_many'));

  it('requires the place of the audio', () =>
    expect(notListenable({ ...LISTENABLE, hasNotice: null, isReachable: false })).toBe('unreachable'));
});
