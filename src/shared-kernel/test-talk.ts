/** A talk that counts for the minutes of voice tests. */
export interface TestTalk {
  readonly createdAt: Date;
  readonly isOpen: boolean;
  /** For an open talk, the longest that it may last. */
  readonly seconds: number;
}
