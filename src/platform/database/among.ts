/**
 * Repeats the keys of an UPDATE's join as an array parameter, which the planner looks up in the index. It expects a
 * hundred rows of the join and would scan a small table, and the connection caches that plan while the table grows.
 */
export const among = (column: string, keys: string): string => `${column} = ANY (${keys})`;
