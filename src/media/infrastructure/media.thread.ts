import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { LevelVad } from '../domain/level-vad';
import type { MediaCommand } from '../domain/leg-messages';
import { MediaCore } from '../domain/media-core';
import { PortPool, type PortRange } from './port-pool';
import { RtpPacer } from './rtp-pacer';
import { rtpPath } from './rtp-socket';
import { streamPath } from './stream-port';
import { SileroVad } from './silero-vad';

export interface MediaThreadData {
  readonly ports: PortRange;
  readonly speechKit: string | null;
}

if (!parentPort) throw new Error('this is a thread');
const port = parentPort;

/** On Linux for this thread alone: where allowed, audio precedes all other work of the machine. */
const PRIORITY = -15;
try {
  setPriority(PRIORITY);
} catch {
  // Requires a superuser; without it the clock is as punctual as the machine is idle.
}

const { ports, speechKit } = workerData as MediaThreadData;

/** `null`: by level. The first leg waits for the model, so that loading delays no audio. */
const loading = speechKit === null ? Promise.resolve(null) : SileroVad.load(speechKit).catch(() => null);
let silero: SileroVad | null = null;

/** All threads share this monotonic clock. */
const now = () => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
};
const pool = new PortPool(ports, Math.random());
const core: MediaCore = new MediaCore({
  now,
  post: (event, given) => {
    port.postMessage(event, given ?? []);
    if ('type' in event && event.type === 'opened') pacer.wake();
  },
  open: async (options, hooks) => {
    silero = await loading;
    if (options.kind === 'stream') return streamPath(options.chunkFrames, options.pace, hooks);
    return rtpPath(await pool.open(options.host), now, hooks);
  },
  makeVoiceDetector: (report) => silero?.detector(report) ?? new LevelVad(report),
});
const pacer = new RtpPacer(core, now);

port.on('message', (command: MediaCommand) => core.execute(command));
