const RACE_ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4);

/** Numbers of the rounds of a race, from 1: rare interleavings need many. RACE_ROUNDS replaces the default of 4. */
export const ROUNDS: readonly number[] = Array.from({ length: RACE_ROUNDS }, (_, at) => at + 1);
