import type { Remark } from '../../src/conversation/offline/lexicon/remark';

/** A name of what is true of a remark or not. */
export type RemarkSign = { [K in keyof Remark]: Remark[K] extends boolean ? K : never }[keyof Remark];
