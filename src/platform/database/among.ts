/**
 * The planner looks keys of an array up in the index. A join's keys it expects to be a hundred, and scans a small
 * table.
 */
export const among = (column: string, keys: string): string => `${column} = ANY (${keys})`;
