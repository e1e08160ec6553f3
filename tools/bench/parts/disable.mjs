import { addBacklog } from '../backlog.mjs';
import { spread } from '../load.mjs';
import { round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';

const CALLS = 10_000;

/** Turning off an agent with 10,000 waiting calls: all of them canceled, each with its event, in one transaction. */
export default {
  name: 'disable',
  work: 'POST /agents/{id}/disable with 10,000 waiting calls',
  against: '–',
  goal: '≤ 2 s',
  reached: ({ ms }) => ms.max <= 2_000,
  async run({ quick }) {
    const driver = await BenchDriver.start();
    try {
      const server = await driver.service({ ROLE: 'api' });
      const times = [];
      for (let at = 0; at < (quick ? 2 : 5); at++) {
        const account = await driver.account({ lines: 0 });
        await addBacklog(driver, [account], CALLS);
        const began = performance.now();
        const answer = await fetch(`${server.origin}/v1/agents/${account.agentId}/disable`, {
          method: 'POST',
          headers: { 'x-api-key': account.keys[0] },
        });
        const { waiting_calls_canceled: canceled } = await answer.json();
        times.push(round(performance.now() - began, 0));
        if (canceled !== CALLS) throw new Error(`${canceled} were canceled`);
      }
      return { ms: spread(times), first: times[0] };
    } finally {
      await driver.stop();
    }
  },
};
