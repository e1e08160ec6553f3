/** Longer than it takes until another process has taken over. */
const LONG_MS = 30_000;

/**
 * Where the kill comes, in turn.
 *
 * @typedef {object} Phase
 * @property {string} name
 * @property {'ai' | 'human' | 'inbound'} kind of the calls
 * @property {Partial<import('../lib/cloud-fakes.mjs').Settings>} settings of the carrier
 * @property {(call: import('../lib/cloud-network.mjs').SeenCall) => boolean} isReached by each call of the round
 * @property {boolean} [isAny] one call that has come so far is enough
 * @property {boolean} [isLeftToLimits] where no request ends a call, its phone rings on
 * @property {Record<string, string>} [humans] what becomes of a human call, where it does not complete
 */

/** @type {readonly Phase[]} */
export const PHASES = [
  {
    name: 'asked for, and not answered',
    kind: 'ai',
    // Less than the ten seconds after which it is looked for, more than a start takes.
    settings: { answerMs: 9_500, phones: 'ringing' },
    isReached: () => true,
    isLeftToLimits: true,
  },
  {
    name: 'ringing',
    kind: 'ai',
    settings: { phones: 'ringing' },
    isReached: ({ status }) => status === 'ringing',
    isLeftToLimits: true,
  },
  {
    name: 'talking',
    kind: 'ai',
    settings: { lingerMs: 2 * LONG_MS },
    isReached: ({ isConnected }) => isConnected,
  },
  {
    name: 'a counsellor rings',
    kind: 'human',
    settings: { ringMs: LONG_MS },
    isReached: ({ status }) => status === 'ringing',
    // Plivo asks the process that is gone what is to be done with who answered.
    humans: { plivo: 'failed' },
  },
  {
    name: 'a contact rings',
    kind: 'human',
    settings: { contactRingMs: LONG_MS },
    isReached: ({ contactStatus }) => contactStatus === 'ringing',
  },
  {
    name: 'two people joined by the carrier',
    kind: 'human',
    settings: { talkMs: LONG_MS },
    isReached: ({ contactStatus }) => contactStatus === 'in-progress',
  },
  {
    name: 'a recording being fetched',
    kind: 'human',
    settings: { dripMs: 5_000 },
    isReached: ({ downloads }) => downloads > 0,
    isAny: true,
  },
  {
    name: 'called, and deciding',
    kind: 'inbound',
    settings: { connectMs: 500 },
    isReached: ({ isTaken }) => isTaken,
    isAny: true,
  },
  {
    name: 'called, and taken without audio yet',
    kind: 'inbound',
    settings: { connectMs: 5_000 },
    isReached: ({ isTaken }) => isTaken,
  },
  {
    name: 'called, and talking',
    kind: 'inbound',
    settings: { lingerMs: 2 * LONG_MS },
    isReached: ({ isConnected }) => isConnected,
  },
];
