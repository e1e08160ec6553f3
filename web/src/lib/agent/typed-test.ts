import { filledIn, type TypedTurn } from '../test-talk';

export interface TypedTest {
  readonly name: string;
  readonly turns: readonly TypedTurn[];
  readonly contact: string;
  readonly variables: Readonly<Record<string, string>>;
  /** The disposition of the analysis; null: there was no analysis. */
  readonly disposition: string | null;
  readonly endedByAgent: boolean;
}

/** A test that repeats a typed conversation: the contact's words, the tools that were used, and what came of it. */
export function testOf({ name, turns, contact, variables, disposition, endedByAgent }: TypedTest) {
  const uses = turns.flatMap(({ tools = [] }) => tools);
  const values = filledIn(variables);
  return {
    name,
    ...(contact.trim() !== '' && { contact: { name: contact.trim() } }),
    ...(Object.keys(values).length > 0 && { variables: values }),
    ...(uses.length > 0 && {
      mocks: Object.fromEntries(uses.map((use) => [use.name, { result: use.result }])),
    }),
    talk: turns.flatMap((turn, at): (string | object)[] => {
      if (turn.speaker === 'contact') return [{ contact: turn.text }];
      const silence = turns[at - 1]?.speaker === 'agent' ? ['silence'] : [];
      return [...silence, ...(turn.tools ?? []).map((use) => ({ tool: use.name }))];
    }),
    expect: {
      tools: uses.map((use) => use.name),
      ...(endedByAgent && { ended_by: 'agent' }),
      ...(disposition !== null && { disposition }),
    },
  };
}
