const RACE_ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4);

/** The rounds of a race, from 1: rare orders of things show only in many. RACE_ROUNDS asks for more than the 4. */
export const ROUNDS: readonly number[] = Array.from({ length: RACE_ROUNDS }, (_, at) => at + 1);
