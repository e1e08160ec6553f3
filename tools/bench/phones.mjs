/**
 * node phones.mjs [DIST] is one side of many calls, as a process of its own: opens legs, talks RTP with the legs of the other side, and reports over
 * IPC. Orders: {do: 'open', count}, {do: 'talk', ports, record}, {do: 'figures'}, {do: 'close'}.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRequire } from 'node:module';
import { DIST } from '../lib/paths.mjs';

const { MediaLegs, tones } = createRequire(import.meta.url)(
  join(process.argv[2] ?? DIST, 'src/media/index.js'),
);

const HOST = '127.0.0.1';
const legs = new MediaLegs({ ports: '0', host: HOST });
const open = [];
let recordings = [];

/** Speech-like: a tone with pauses, so that detectors, drift and adaptation have something to do. */
const talk = tones.toneSamples({ hertz: [220, 440, 1_100], pattern: [1_800, 700], level: -22 }, 2_500);

function* forever(audio) {
  for (;;) yield audio;
}

const orders = {
  async open({ count }) {
    for (let at = 0; at < count; at++) open.push(await legs.openRtp());
    return { ports: open.map(({ port }) => port) };
  },
  async talk({ ports, record }) {
    for (const [at, leg] of open.entries()) {
      const codec = at % 2 === 0 ? 'PCMA' : 'PCMU';
      const events = { send: 101, receive: [101] };
      leg.setRemote({ address: HOST, port: ports[at], codec, events, sources: [] });
      leg.onAnswered();
      // What speech recognition takes.
      leg.listen({ frames: () => undefined, tone: () => undefined });
      void leg.play(forever(talk));
    }
    if (record) {
      recordings = await Promise.all(open.map((leg, at) => leg.record(join(record, `call-${at}.wav`))));
    }
    return {};
  },
  async figures() {
    const statistics = await Promise.all(open.map((leg) => leg.statistics()));
    const sum = (name) => statistics.reduce((total, one) => total + one[name], 0);
    return {
      lateness: await legs.lateness(),
      received: sum('received'),
      lost: sum('lost'),
      late: sum('late'),
    };
  },
  /** Stops the recordings: how much longer or shorter than the wall clock is each? */
  async drift() {
    const wallMs = recordings.map((recording, at) => {
      recording.stop();
      return performance.now() - open[at].startedAt - recording.startedMs;
    });
    const files = await Promise.all(recordings.map(({ finished }) => finished));
    return {
      driftMs: files.map(({ lengthMs }, at) => lengthMs - wallMs[at]),
      lostMs: files.map(({ lostMs }) => lostMs),
    };
  },
  async memory() {
    globalThis.gc?.();
    await sleep(200);
    return { rssMb: process.memoryUsage().rss / 2 ** 20 };
  },
  async close() {
    await legs.close();
    // After the answer.
    setTimeout(() => process.disconnect(), 0);
    return {};
  },
};

process.on('message', async ({ id, ...order }) => {
  process.send?.({ id, answer: await orders[order.do](order) });
});
