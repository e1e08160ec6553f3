/** A talk that counts for the minutes of voice tests. */
export interface TestTalk {
  readonly createdAt: Date;
  readonly isOpen: boolean;
  /** Of an open one the longest that it may last. */
  readonly seconds: number;
}
