/**
 * An array parameter whose length no plan knows. PostgreSQL plans a prepared statement anew each time, for 0.2 ms and more,
 * while plans for the values look cheaper than the one for any values. Those for an array of fewer than ten elements always
 * do, as ten are expected of an unknown one.
 *
 * @param type of an element
 */
export const ofUnknownLength = (parameter: string, type = 'text'): string =>
  `(SELECT ${parameter}::${type}[])`;

/**
 * A condition. The planner looks keys of an array up in the index. A join's keys it expects to be a hundred, and scans
 * a small table.
 */
export const among = (column: string, keys: string): string =>
  `${column} = ANY (${ofUnknownLength(keys)}::text[])`;
