/** 2, 4, 8, 16, 30, 30 … */
export function backoffSeconds(failures: number): number {
  return failures <= 0 ? 0 : Math.min(30, 2 ** Math.min(failures, 5));
}
