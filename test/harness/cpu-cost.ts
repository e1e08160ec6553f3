/** CPU milliseconds of this process alone: others may have the cores. */
export function cpuCost(times: number, run: () => unknown): number {
  const begun = process.cpuUsage();
  for (let time = 0; time < times; time++) run();
  return process.cpuUsage(begun).user / 1_000;
}
