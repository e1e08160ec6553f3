/** Longest ringing of a phone; then the call is no_answer. */
export const RING_SECONDS = 45;
