/** A document of verbs for a call. */
export function twiml(verbs: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`;
}

/** Connects the audio of a call to us. Our addresses have no character that XML writes otherwise. */
export function connectVerb(mediaUrl: string): string {
  return `<Connect><Stream url="${mediaUrl}"/></Connect>`;
}
