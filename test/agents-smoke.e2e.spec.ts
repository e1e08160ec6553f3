import { TestApp } from './harness/app';
let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ TEST_LOG_LEVEL: 'info' });
}, 60_000);
afterAll(() => app?.stop());
it('works', async () => {
  const account = await app.account({ dispositions: [] });
  const http = app.http(account);
  const r = await http
    .post('/agents')
    .send({ name: ' A ', opening_line: 'Hi {{name}} {{course}}', system_prompt: 'x' });
  console.log(r.status, r.headers, r.body);
  const p = await http
    .patch(`/agents/${r.body.id}`)
    .set('If-Match', r.headers['etag']!)
    .send({ enabled: false });
  console.log(p.status, p.body);
  console.log((await http.get('/voices?language=odia')).body.data.map((x: any) => x.id));
  console.log((await http.get('/settings/default-agent')).body);
  console.log(
    (
      await http
        .patch(`/agents/${r.body.id}`)
        .set('If-Match', 'zzz')
        .send({ handoff_numbers: ['+91'], name: null, toString: 1, constructor: 2, foo: 3 })
    ).body.error.details,
  );
});
