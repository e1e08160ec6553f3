/** Audio of phrases that outlives the process that made it. */
export interface PhraseStore {
  /** @returns null when it is not there, or not as it was written. Never rejects */
  read(key: string): Promise<Int16Array | null>;
  /** Never rejects: what cannot be kept is made anew. */
  write(key: string, audio: Int16Array): Promise<void>;
}
