import { eventually, TestApp } from './harness/app';
import { makeAgent, number } from './harness/builders';

test('with RETENTION_DAYS old transcripts and timelines are forgotten; the call, its outcome and the ledger stay', async () => {
  const service = await TestApp.start({ RETENTION_DAYS: '30' });
  try {
    const account = await service.account();
    const agent_id = await makeAgent(service, account);
    const { body } = await service
      .http(account)
      .post('/calls')
      .send({ agent_id, phone_number: number() })
      .expect(200);
    const path = `/calls/${body.id as string}`;
    await eventually(async () => {
      expect((await service.http(account).get(path)).body.outcome).not.toBeNull();
    });
    await service.advance(29 * 86_400_000);
    const kept = (await service.http(account).get(path)).body;
    expect(kept.outcome.transcript).not.toEqual([]);
    await service.advance(2 * 86_400_000);
    const { body: forgotten } = await service.http(account).get(path);
    expect(forgotten.outcome).toEqual({ ...kept.outcome, transcript: [] });
    expect((await service.http(account).get(`${path}/timeline`)).body.data).toEqual([]);
    expect((await service.http(account).get('/credits/transactions')).body.data).toHaveLength(2);
  } finally {
    await service.stop();
  }
});
