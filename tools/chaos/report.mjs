const SHOWN = 10;

/** Prints a report, as text or as one JSON document; true when every promise was kept. */
export function print({ checks, ...rest }, json) {
  const ok = checks.every(({ failures }) => failures.length === 0);
  if (json) {
    process.stdout.write(`${JSON.stringify({ ok, ...rest, checks }, null, 2)}\n`);
    return ok;
  }
  for (const [name, value] of Object.entries(rest)) {
    const text =
      typeof value === 'object'
        ? Object.entries(value)
            .map(([key, item]) => `${key} ${item}`)
            .join(', ')
        : value;
    process.stdout.write(`${name}: ${text}\n`);
  }
  process.stdout.write('\n');
  for (const { name, count, failures } of checks) {
    process.stdout.write(`${failures.length === 0 ? 'ok    ' : 'BROKEN'} ${name}: ${count} looked at\n`);
    for (const failure of failures.slice(0, SHOWN)) process.stdout.write(`         ${failure}\n`);
    if (failures.length > SHOWN) process.stdout.write(`         and ${failures.length - SHOWN} more\n`);
  }
  process.stdout.write(ok ? '\nEvery promise was kept.\n' : '\nPromises were broken.\n');
  return ok;
}

/** How often each item is there. */
export function countsOf(items) {
  const counts = {};
  for (const item of items) counts[item] = (counts[item] ?? 0) + 1;
  return counts;
}
