import { percentile } from '../load.mjs';
import { CountingReceiver } from '../receiver.mjs';
import { callBody, round } from '../server-load.mjs';
import { BenchStage } from '../stage.mjs';

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
    const stage = await BenchStage.start();
    try {
      const account = await stage.account({ keys: 20, lines: 100 });
      const server = await stage.service();
      const key = BenchStage.keysInTurn(account.keys);
      const send = async (method, path, body) => {
        const answer = await fetch(`${server.origin}/v1${path}`, {
          method,
          headers: { 'x-api-key': key(), ...(body && { 'content-type': 'application/json' }) },
          body: body && JSON.stringify(body),
        });
        if (answer.status !== 200) throw new Error(await answer.text());
        return answer.json();
      };
      await send('PUT', '/webhook', { url: webhooks.url() });
      /** @type {number[]} */
      const toCarrier = [];
      /** @type {number[]} */
      const toReceiver = [];
      for (let at = 0; at < (quick ? 40 : 300); at++) {
        const body = { ...callBody(account.agentId, at), phone_number: `+9198${String(1_000 + at)}0002` };
        const { id } = await send('POST', '/calls', body);
        const accepted = Date.now();
        await stage.until('SELECT finished_at IS NOT NULL AS done FROM calls WHERE id = $1', [id]);
        const [{ dialed }] = await stage.sql('SELECT dialed_at AS dialed FROM calls WHERE id = $1', [id]);
        const [{ event, made }] = await stage.sql(
          'SELECT id AS event, created_at AS made FROM webhook_events WHERE call_id = $1',
          [id],
        );
        while (!webhooks.received.has(event)) await new Promise((resolve) => setTimeout(resolve, 2));
        if (at < 5) continue;
        // The answer leaves after the commit, so a dial may be earlier than the answer's arrival.
        toCarrier.push(Math.max(0, dialed.getTime() - accepted));
        toReceiver.push(webhooks.received.get(event) - made.getTime());
      }
      const figures = (values) => ({
        p50Ms: round(percentile(values, 0.5)),
        p99Ms: round(percentile(values, 0.99)),
      });
      return { carrier: figures(toCarrier), receiver: figures(toReceiver) };
    } finally {
      await stage.stop();
      await webhooks.stop();
    }
  },
};
