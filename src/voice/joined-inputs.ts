import type { ListenResult } from '../conversation';

/** Consecutive words become one input. */
export function joinedInputs(inputs: readonly ListenResult[]): ListenResult[] {
  const joined: ListenResult[] = [];
  for (const input of inputs) {
    const last = joined.at(-1);
    if (input.kind === 'speech' && last?.kind === 'speech')
      joined[joined.length - 1] = { ...last, text: `${last.text} ${input.text}`, endMs: input.endMs };
    else joined.push(input);
  }
  return joined;
}
