import { CountingReceiver } from '../receiver.mjs';
import { percentilesMs } from '../server-load.mjs';
import { idleCall, sender } from '../idle-calls.mjs';
import { BenchDriver } from '../bench-driver.mjs';

/** An idle service, one call at a time: how soon the carrier is asked, how soon the event is at the receiver. */
export default {
  name: 'latency',
  work: 'Idle: commit to first byte at the receiver; commit to the carrier’s request',
  against: '–',
  goal: 'p50 ≤ 30 ms, p99 ≤ 150 ms',
  reached: ({ carrier, receiver }) =>
    carrier.p50Ms <= 30 && carrier.p99Ms <= 150 && receiver.p50Ms <= 30 && receiver.p99Ms <= 150,
  async run({ quick }) {
    const webhooks = await new CountingReceiver().start();
    const driver = await BenchDriver.start();
    try {
      const account = await driver.account({ keys: 20, lines: 100 });
      const server = await driver.service();
      const send = sender(server, BenchDriver.keysInTurn(account.keys));
      await send('PUT', '/webhook', { url: webhooks.url() });
      /** @type {number[]} */
      const toCarrier = [];
      /** @type {number[]} */
      const toReceiver = [];
      for (let at = 0; at < (quick ? 40 : 300); at++) {
        const { id, dialMs } = await idleCall(driver, send, account.agentId, at);
        const [{ event, made }] = await driver.sql(
          'SELECT id AS event, created_at AS made FROM webhook_events WHERE call_id = $1',
          [id],
        );
        while (!webhooks.received.has(event)) await new Promise((resolve) => setTimeout(resolve, 2));
        if (at < 5) continue;
        toCarrier.push(dialMs);
        toReceiver.push(webhooks.received.get(event) - made.getTime());
      }
      return { carrier: percentilesMs(toCarrier, 50, 99), receiver: percentilesMs(toReceiver, 50, 99) };
    } finally {
      await driver.stop();
      await webhooks.stop();
    }
  },
};
