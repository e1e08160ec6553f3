import { readFileSync } from 'node:fs';
import { TestApp } from '../harness/app';

test('names figures of /metrics in the alerts on the database and DISPATCH', async () => {
  const guide = readFileSync('docs/operations.md', 'utf8');
  const rules = /```yaml\ngroups:\n([^`]+)```/u.exec(guide)?.[1] ?? '';
  const named = new Set(rules.match(/aics_(?:database_\w+|dispatch)\b/gu));
  const service = await TestApp.start();
  try {
    const metrics = await (await fetch(`${service.origin}/metrics`)).text();
    const known = new Set([...metrics.matchAll(/^# TYPE (\w+) /gmu)].map(([, name]) => name ?? ''));
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
    expect(named.size).toBe(4);
  } finally {
    await service.stop();
  }
});
