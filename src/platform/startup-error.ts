/** The message is one line for the operator: the problem, and the next step. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
