/** Connects the audio of a call to us. Our addresses have no character that XML writes otherwise. */
export function connectVerb(mediaUrl: string): string {
  return `<Connect><Stream url="${mediaUrl}"/></Connect>`;
}
