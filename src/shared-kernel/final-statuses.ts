/** Final statuses that calls of both kinds have, as rows of a transition table. */
export const FINAL_STATUSES = {
  completed: {},
  no_answer: {},
  busy: {},
  failed: {},
  canceled: {},
} as const;
