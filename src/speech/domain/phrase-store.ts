/** Stores audio of phrases beyond the life of the process. */
export interface PhraseStore {
  /** @returns null when it is missing or damaged. Never rejects */
  read(key: string): Promise<Int16Array | null>;
  /** Never rejects: a phrase that cannot be stored is made anew. */
  write(key: string, audio: Int16Array): Promise<void>;
}
