import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { WITH_DEVICES } from './chromium.mjs';
import { BadNetwork } from './network.mjs';

const PROCESS = fileURLToPath(new URL('lossy-process.mjs', import.meta.url));
/** One way. */
const NETWORK = { delayMs: 40, loss: 0.05 };
const GOAL_MS = 650;
const TALK_MS = 60_000;

/** Talks in Chromium over a bad network, which a program makes between two network namespaces. */
export default {
  work: `The same talks of ${TALK_MS / 1_000} s over a round trip of ${2 * NETWORK.delayMs} ms with ${100 * NETWORK.loss} % of the packets lost each way: from mouth to ear and back; talks that did not end by the person`,
  goal: `p95 ≤ ${GOAL_MS} ms, none ended`,
  reached: ({ roundTrip, ended }) => roundTrip.p95Ms <= GOAL_MS && ended.length === 0,
  async run({ quick }) {
    const missing = WITH_DEVICES ? BadNetwork.missing() : 'there is no Chromium here (CHROMIUM names one)';
    if (missing) return { skipped: missing };
    const network = await BadNetwork.open(NETWORK).catch((error) => String(error.message));
    if (typeof network === 'string') return { skipped: `no network of our own is allowed: ${network}` };
    const folder = await mkdtemp(join(tmpdir(), 'ai-calling-bench-lossy-'));
    try {
      const executable = join(folder, 'chromium');
      await writeFile(
        executable,
        `#!/bin/sh\nexec ip netns exec ${network.browser} '${WITH_DEVICES}' "$@"\n`,
      );
      await chmod(executable, 0o755);
      const [talks, talkMs] = quick ? [1, 30_000] : [6, TALK_MS];
      const options = JSON.stringify({ talks, talkMs, host: BadNetwork.SERVICE, executable });
      const words = ['netns', 'exec', network.service, process.execPath, PROCESS, options];
      const { stdout } = await promisify(execFile)('ip', words);
      return { talks, ...JSON.parse(stdout) };
    } finally {
      await network.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
