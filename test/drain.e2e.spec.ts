import { createDatabase, dropDatabase, eventually, TestApp } from './harness/app';
import { makeAgent, number } from './harness/builders';

test('a service that is asked to stop dials no more, and ends the talks that are left with a reason', async () => {
  const url = await createDatabase();
  const environment = { SIMULATOR_SPEED: '20', DRAIN_SECONDS: '0', SECRET_KEY: 'cd'.repeat(32) };
  const first = await TestApp.start(environment, url);
  const account = await first.account({ lines: 2 });
  const agent_id = await makeAgent(first, account);
  const queue = async () =>
    (
      await first
        .http(account)
        .post('/calls')
        .send({ agent_id, phone_number: number('0014') })
        .expect(200)
    ).body.id as string;
  const talking = [await queue(), await queue()];
  const waiting = await queue();
  await eventually(async () => {
    for (const id of talking) {
      const { body } = await first.http(account).get(`/calls/${id}`).expect(200);
      expect(body.status).toBe('in_progress');
    }
  });
  await first.stop();

  const second = await TestApp.start(
    { ...environment, ROLE: 'api', DATABASE_URL: url, SECRET_KEY: 'cd'.repeat(32) },
    url,
  );
  try {
    for (const id of talking) {
      const { body } = await second.http(account).get(`/calls/${id}`).expect(200);
      expect(body).toMatchObject({
        status: 'completed',
        status_reason: expect.stringMatching(/ended by the service/),
      });
    }
    const { body } = await second.http(account).get(`/calls/${waiting}`).expect(200);
    expect(body.status).toBe('queued');
    const rows = await second.unitOfWork.rows('SELECT call_id FROM line_use');
    expect(rows).toEqual([]);
  } finally {
    await second.stop();
    await dropDatabase(url);
  }
});
