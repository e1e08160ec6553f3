/** Who took a call, as its first words tell; `unknown` said none. */
export const ANSWERED_BY = ['human', 'voicemail', 'announcement', 'screening', 'ivr', 'unknown'] as const;
export type AnsweredBy = (typeof ANSWERED_BY)[number];

/** Who ended an answered call; `human` is the person that it was transferred to. */
export const ENDED_BY = ['agent', 'contact', 'human', 'carrier'] as const;
export type EndedBy = (typeof ENDED_BY)[number];
