/** Who calls whom, as the account sees it. */
export const CALL_DIRECTIONS = ['outbound', 'inbound'] as const;
export type CallDirection = (typeof CALL_DIRECTIONS)[number];

/** Who took a call, as its first words tell; `unknown` said none. */
export const ANSWERED_BY = ['human', 'voicemail', 'announcement', 'screening', 'ivr', 'unknown'] as const;
export type AnsweredBy = (typeof ANSWERED_BY)[number];

/** Who ended an answered call; `human` is the person that it was transferred to. */
export const ENDED_BY = ['agent', 'contact', 'human', 'carrier'] as const;
export type EndedBy = (typeof ENDED_BY)[number];
