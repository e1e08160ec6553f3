/**
 * For an UPDATE that a join tells what to write: says once more, by the array parameter of the keys, which rows are meant.
 * The planner takes a parameter's rows for a hundred and would join them with the whole table while that is small; this
 * plan the connection then keeps while the table grows. The keys of an array it looks up in the index.
 */
export const among = (column: string, keys: string): string => `${column} = ANY (${keys})`;
