/** Says at the end of a process how much memory it had at most. */
process.on('exit', () => {
  process.stderr.write(`peak ${Math.round(process.resourceUsage().maxRSS / 1_024)} MiB\n`);
});
