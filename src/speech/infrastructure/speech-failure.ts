/** Why an engine failed, in words that hold nothing of what was said. */
export class SpeechFailure extends Error {}

/** For timelines and logs: never an engine's own text. */
export function describeFailure(error: unknown): string {
  if (error instanceof SpeechFailure) return error.message;
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? 'no answer in time'
    : 'the connection was lost';
}
