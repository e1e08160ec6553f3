import { Client } from 'pg';
import { OutboxNotifier } from '../../src/platform/events/outbox-notifier';
import { Outbox } from '../../src/platform/events/outbox';
import { Relay } from '../../src/platform/events/relay';
import { Queues } from '../../src/platform/queues/queues';
import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { HumanCallTests } from '../harness/human-calls';

test('runs once more after notifications during a run, and accumulates none', async () => {
  const url = await createDatabase();
  const service = await TestApp.start({}, url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const get = <T>(type: abstract new (...parameters: never[]) => T) =>
      service.app.get<T>(type, { strict: false });
    const [relay, notifier, outbox] = [get(Relay), get(OutboxNotifier), get(Outbox)];
    await relay.drain();
    // The run that comes next lasts until the table is free.
    await client.query('BEGIN');
    await client.query('LOCK TABLE outbox IN EXCLUSIVE MODE');
    notifier.notify();
    const waited = jest.spyOn(relay, 'drain');
    for (let calls = 0; calls < 1_000; calls++) notifier.notify();
    expect(waited).not.toHaveBeenCalled();
    await client.query(
      `INSERT INTO outbox (type, payload) VALUES ('calls.waiting', '{"accountId": "acct_nobody"}')`,
    );
    await client.query('COMMIT');
    await eventually(async () => {
      expect((await client.query('SELECT FROM outbox')).rowCount).toBe(0);
    });
    // And the next notify begins a run of its own.
    await eventually(() => Promise.resolve(relay.drain()));
    await service.unitOfWork.run(() =>
      outbox.add([{ type: 'calls.waiting', payload: { accountId: 'acct_nobody' } }]),
    );
    await eventually(async () => {
      expect((await client.query('SELECT FROM outbox')).rowCount).toBe(0);
    });
  } finally {
    await client.end();
    await service.stop();
    await dropDatabase(url);
  }
});

test('wakes the dispatch of human calls for a free line only when one waits', async () => {
  const service = await TestApp.start();
  try {
    const [some, none] = [await service.account(), await service.account()];
    const calls = new HumanCallTests(service, some);
    const counsellor_id = await calls.counsellor('0015');
    const { id } = await calls.call({ counsellor_id });
    await calls.reaches(id, 'ringing_counsellor');
    // It waits for its counsellor.
    await calls.call({ counsellor_id });

    const told = jest.spyOn(service.app.get(Queues, { strict: false }), 'remind');
    await service.unitOfWork.run(() =>
      service.app
        .get(Outbox, { strict: false })
        .add(
          [some, none, some].map(({ id: accountId }) => ({ type: 'calls.waiting', payload: { accountId } })),
        ),
    );
    await service.app.get(Relay, { strict: false }).drain();
    const ofBoth = told.mock.calls.filter(([, data]) => [some.id, none.id].includes(data.accountId ?? ''));
    const humans = ofBoth.filter(([queue]) => queue === 'human-call-dispatch').map(([, data]) => data);
    expect(humans.filter(({ accountId }) => accountId === none.id)).toEqual([]);
    expect(humans).toContainEqual({ accountId: some.id });
    for (const { id: accountId } of [some, none])
      expect(ofBoth).toContainEqual(['call-dispatch', { accountId }]);
  } finally {
    await service.stop();
  }
});
