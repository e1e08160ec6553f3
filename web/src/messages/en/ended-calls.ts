/** "The agent is off; 2 waiting calls ended." */
export function withEndedCalls(done: string, calls: number, shown = String(calls)): string {
  if (calls === 0) return `${done}.`;
  return `${done}; ${shown} waiting call${calls === 1 ? '' : 's'} ended.`;
}
