const TOO_MANY = 429;

/** Why an engine failed, without any text of the talk. */
export class SpeechFailure extends Error {
  /** @param status of the response; null: another failure */
  constructor(
    message: string,
    readonly status: number | null = null,
  ) {
    super(message);
  }

  static of(status: number): SpeechFailure {
    return new SpeechFailure(`HTTP ${status}`, status);
  }
}

/** Describes a failure in timelines and logs: never an engine's own text. */
export function describeFailure(error: unknown): string {
  if (error instanceof SpeechFailure) return error.message;
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? 'no answer in time'
    : 'the connection was lost';
}

/** The engine accepts no more streams for now. */
export function isLimit(error: unknown): boolean {
  return error instanceof SpeechFailure && error.status === TOO_MANY;
}
