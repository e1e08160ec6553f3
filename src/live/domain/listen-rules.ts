export const MAX_LISTENERS_OF_CALL = 8;
/** In one media process. */
export const MAX_LISTENERS_OF_PROCESS = 20;

/** Why nobody can listen to a call, in the order in which reasons are checked, each as a message completes it. */
const REASONS = {
  listening_off: 'listening to human calls is off in this account',
  simulated: 'it is simulated, and has no audio',
  joined_by_carrier: 'the carrier joins its phones, so that its audio does not pass the service',
  not_in_progress: 'it is not in progress',
  no_notice: 'it was answered before listening was on, or without its notice',
  too_many: 'too many people are listening at the moment',
  unreachable: 'the process that has its audio cannot be reached',
} as const;
export type NotListenable = keyof typeof REASONS;

export interface ListenFacts {
  /** Human calls can be excluded. */
  readonly isOff: boolean;
  readonly isSimulated: boolean;
  readonly isJoinedByCarrier: boolean;
  readonly isInProgress: boolean;
  /** null: it is not known where the audio is. */
  readonly hasNotice: boolean | null;
  readonly ofCall: number;
  readonly ofProcess: number;
  readonly isReachable: boolean;
}

/** The first reason that is true; null: people of the account may listen. */
export function notListenable(facts: ListenFacts): NotListenable | null {
  if (facts.isOff) return 'listening_off';
  if (facts.isSimulated) return 'simulated';
  if (facts.isJoinedByCarrier) return 'joined_by_carrier';
  if (!facts.isInProgress) return 'not_in_progress';
  if (facts.hasNotice === false) return 'no_notice';
  if (facts.ofCall >= MAX_LISTENERS_OF_CALL || facts.ofProcess >= MAX_LISTENERS_OF_PROCESS) return 'too_many';
  return facts.isReachable ? null : 'unreachable';
}

export function describeNotListenable(reason: NotListenable): string {
  return `Nobody can listen to this call: ${REASONS[reason]}.`;
}
