import { cpuSeconds, postgresCpuSeconds } from '../../lib/process-figures.mjs';
import { CountingReceiver } from '../receiver.mjs';
import { round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';

const ROWS = 1_000;

/** Whole talks in a new service on an empty database: from the batch to the outcome's event at the receiver. */
export default {
  name: 'talks',
  work: 'Talks with outcomes and events, by a new service; bytes that one leaves in PostgreSQL',
  against: '–',
  goal: '– (for the arithmetic of scaling)',
  costs: ({ cpuMs, perSecond }) => ({ cpuMs, talkMs: 1_000 / perSecond }),
  async run({ quick }) {
    const batches = quick ? 2 : 10;
    const receiver = await new CountingReceiver().start();
    const driver = await BenchDriver.start();
    try {
      const account = await driver.account({ lines: 200, recallGapSeconds: 0 });
      const server = await driver.service();
      const send = async (method, path, body) => {
        const answer = await fetch(`${server.origin}/v1${path}`, {
          method,
          headers: { 'x-api-key': account.keys[0], 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        if (answer.status !== 200) throw new Error(await answer.text());
      };
      await send('PUT', '/webhook', { url: receiver.url() });
      const empty = await bytes(driver);
      for (let batch = 0; batch < batches; batch++) {
        // The ending of a contact who answers and talks.
        const calls = Array.from({ length: ROWS }, (_, row) => ({
          phone_number: `+919${String(batch * ROWS + row).padStart(5, '0')}0001`,
        }));
        await send('POST', '/batches', { agent_id: account.agentId, calls });
      }
      const arrived = async (count) => {
        while (receiver.received.size < count) await new Promise((resolve) => setTimeout(resolve, 10));
        const cpu = cpuSeconds(server.pid) + postgresCpuSeconds(driver.postmaster());
        return { at: performance.now(), cpu, count };
      };
      const total = batches * ROWS;
      const [first, last] = [await arrived(total / 5), await arrived(total)];
      const talks = last.count - first.count;
      await server.stop();
      await driver.sql('VACUUM');
      return {
        perSecond: round((talks * 1_000) / (last.at - first.at)),
        cpuMs: round(((last.cpu - first.cpu) * 1_000) / talks),
        bytes: Math.round(((await bytes(driver)) - empty) / total),
      };
    } finally {
      await driver.stop();
      await receiver.stop();
    }
  },
};

/** What the service's tables take, with their indexes; those of the queues of jobs are empty in the end. */
async function bytes(driver) {
  const [{ sum }] = await driver.sql(
    `SELECT sum(pg_total_relation_size(oid))::float AS sum FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  return sum;
}
