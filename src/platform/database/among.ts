/**
 * A condition that repeats the keys of an UPDATE's join as an array parameter. The planner expects a hundred rows of
 * the join and reads a small table as a whole; the connection caches this plan while the table grows. Keys of an
 * array are looked up in the index.
 */
export const among = (column: string, keys: string): string => `${column} = ANY (${keys})`;
