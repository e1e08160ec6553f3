export const CALL_DIRECTIONS = ['outbound', 'inbound'] as const;
export type CallDirection = (typeof CALL_DIRECTIONS)[number];

/** Who answered a call, by the first transcript; `unknown` without one. */
export const ANSWERED_BY = ['human', 'voicemail', 'announcement', 'screening', 'ivr', 'unknown'] as const;
export type AnsweredBy = (typeof ANSWERED_BY)[number];

/** Who ended an answered call; `human` is the person that it was transferred to. */
export const ENDED_BY = ['agent', 'contact', 'human', 'carrier'] as const;
export type EndedBy = (typeof ENDED_BY)[number];
