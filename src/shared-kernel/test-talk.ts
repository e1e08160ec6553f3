/** A talk that counts for the minutes of voice tests. */
export interface TestTalk {
  readonly createdAt: Date;
  readonly isOpen: boolean;
  /** For an open talk, the longest that it may last. */
  readonly seconds: number;
}

/** Completes "More than MAX". */
export function minutesLabel(max: number): string {
  return `${max === 1 ? 'minute' : 'minutes'} of voice tests in 24 hours in one account`;
}
