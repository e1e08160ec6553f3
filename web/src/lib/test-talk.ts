/** One side's words in a test conversation. */
export interface TypedTurn {
  readonly speaker: 'agent' | 'contact';
  readonly text: string;
}

/** The service's limits of a test conversation; a text counts in characters. */
export const TEST_LIMITS = { turns: 60, text: 500 } as const;

/**
 * The turns as the service takes them: what is longer than it takes is cut. An agent ends its turn with its question, so of
 * its words the end is kept.
 */
export function sentTurns(turns: readonly TypedTurn[]): TypedTurn[] {
  return turns
    .map(({ speaker, text }) => {
      const characters = Array.from(text);
      const { text: most } = TEST_LIMITS;
      return {
        speaker,
        text: (speaker === 'agent' ? characters.slice(-most) : characters.slice(0, most)).join(''),
      };
    })
    .filter(({ text }) => text !== '');
}

/** Whether there is room for words of the contact and an answer. */
export function hasRoom(turns: readonly TypedTurn[]): boolean {
  return sentTurns(turns).length + 2 <= TEST_LIMITS.turns;
}

/** A number with other last four digits, which tell the simulator how the call ends. */
export function withEnding(number: string, ending: string): string {
  return number.trim().replace(/(?:\d[\s().-]*){4}$/, ending);
}

/**
 * A number for test calls. No phone rings, but it must be of a country that the account may call.
 * @param callingCodes of these countries
 * @param own the person's mobile number, in E.164
 */
export function simulatedNumber(callingCodes: readonly string[], own: string | null): string {
  const [first = ''] = callingCodes;
  if (callingCodes.includes('91')) return '+919876540001';
  return own !== null ? withEnding(own, '0001') : `+${first}`;
}

/** Values that are filled in. */
export function filledIn(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
}
