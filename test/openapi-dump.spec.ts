import { writeFileSync } from 'node:fs';
import { TestApp } from './harness/app';
test('dump', async () => {
  const s = await TestApp.start();
  const t0 = performance.now();
  const r = await fetch(`${s.origin}/docs/openapi.json`);
  writeFileSync('/tmp/oa/doc.json', JSON.stringify(await r.json(), null, 1));
  console.log('ms', performance.now() - t0);
  writeFileSync('/tmp/oa/doc.yaml', await (await fetch(`${s.origin}/docs/openapi.yaml`)).text());
  await s.stop();
});
