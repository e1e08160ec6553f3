type MockedUse = { readonly name: string; readonly arguments: unknown; readonly result: unknown };

export interface TypedTurn {
  readonly speaker: 'agent' | 'contact';
  readonly text: string;
  /** Uses of tools before this turn of the agent. */
  readonly tools?: MockedUse[];
}

/** The service's limits; characters of a text. */
export const TEST_LIMITS = { turns: 60, text: 500 } as const;

/** Cuts turns to the service's limits. An agent's turn ends with its question, so its end stays. */
export function sentTurns(turns: readonly TypedTurn[]): TypedTurn[] {
  return turns
    .map(({ speaker, text, tools = [] }) => {
      const characters = Array.from(text);
      const { text: most } = TEST_LIMITS;
      return {
        speaker,
        text: (speaker === 'agent' ? characters.slice(-most) : characters.slice(0, most)).join(''),
        ...(tools.length > 0 && { tools }),
      };
    })
    .filter(({ text }) => text !== '');
}

export function hasRoom(turns: readonly TypedTurn[]): boolean {
  return sentTurns(turns).length + 2 <= TEST_LIMITS.turns;
}

/** The last four digits select the simulator's outcome. */
export function withEnding(number: string, ending: string): string {
  return number.trim().replace(/(?:\d[\s().-]*){4}$/, ending);
}

/** No phone rings, but the number must be of a country that the account may call, like `own` (E.164). */
export function simulatedNumber(callingCodes: readonly string[], own: string | null): string {
  const [first = ''] = callingCodes;
  if (callingCodes.includes('91')) return '+919876540001';
  return own !== null ? withEnding(own, '0001') : `+${first}`;
}

export function filledIn(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
}
