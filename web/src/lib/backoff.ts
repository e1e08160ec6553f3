/** 2, 4, 8, 16, 30, 30 … */
export function backoffSeconds(failures: number): number {
  return Math.min(30, 2 ** failures);
}
