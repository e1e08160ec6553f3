export interface TrunkRoute {
  readonly trunkId: string;
  /** The number that the contact sees. */
  readonly callerId: string;
}

/** Streams of speech engines that a call occupies with its channel. null: the engine is unknown. */
export interface SpeechStreamPair {
  readonly stt: string | null;
  readonly tts: string | null;
}

/** The leg of a dial over trunks, with an occupied channel on the first of its routes. */
export interface LegAllocation {
  readonly id: string;
  readonly accountId: string;
  readonly beganAt: Date;
  /** The account's local day, in which failovers count the use of their numbers. Absent: their use is not counted. */
  readonly day?: string;
  /** In the order in which they are tried; each at most once. */
  readonly routes: readonly [TrunkRoute, ...TrunkRoute[]];
  /** AI calls only. */
  readonly speech?: SpeechStreamPair;
}
