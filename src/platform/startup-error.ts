/** A reason not to start. The message is one line for the operator: what is wrong, and what to do. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
