import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { ROOT } from '../../lib/paths.mjs';

const ASSETS = join(ROOT, 'web', 'dist', 'assets');
const RATE = 8_000;
/** What a browser of 48 kHz asks for at once: 128 samples. */
const QUANTUM_MS = 128 / 48;
const QUANTUM_SAMPLES = Math.round((QUANTUM_MS * RATE) / 1_000);
const TIME_BYTES = 4;
/** @type {(event: {data: object}) => void} */
const NOTHING = () => undefined;
/** The weights of the agent and of the contact. */
const CONTACT_ALONE = [0, 1];

/**
 * What the contact's side of a listening sounds like in the page, by the player of the page that was built: the envelope of
 * each millisecond since `fromMs`.
 * @param {{at: number, bytes: Buffer}[]} messages with when they arrived, on the clock of `performance.now()`
 * @param {number} fromMs
 * @param {number} toMs
 */
export function heardOf(messages, fromMs, toMs) {
  const ear = newEar();
  ear.obey({ type: 'mix', gains: CONTACT_ALONE });
  const heard = new Float32Array(Math.ceil(toMs - fromMs) + 1);
  let next = 0;
  for (
    let frame = 0, now = fromMs;
    now < toMs;
    frame += QUANTUM_SAMPLES, now = fromMs + (1_000 * frame) / RATE
  ) {
    for (; messages[next]?.at <= now; next++)
      ear.obey({ type: 'sound', bytes: new Uint8Array(messages[next].bytes.subarray(TIME_BYTES)) });
    const output = new Float32Array(QUANTUM_SAMPLES);
    ear.fill(output, frame);
    for (const [at, sample] of output.entries()) {
      const ms = Math.floor(now - fromMs + (1_000 * at) / RATE);
      heard[ms] = Math.max(heard[ms], Math.abs(sample));
    }
  }
  return heard;
}

/** The audio worklet of the build, outside a browser. */
function newEar() {
  const name = readdirSync(ASSETS).find((file) => /^ear\.worklet.*\.js$/.test(file));
  if (!name) throw new Error(`the build of the page has no player in ${ASSETS}`);
  /** @type {any} */
  let Processor;
  const globals = {
    sampleRate: RATE,
    currentFrame: 0,
    AudioWorkletProcessor: class {
      port = { postMessage: () => undefined, onmessage: NOTHING };
    },
    registerProcessor: (_name, processor) => (Processor = processor),
  };
  const context = createContext(globals);
  runInContext(readFileSync(join(ASSETS, name), 'utf8'), context);
  const processor = new Processor({ processorOptions: { sides: 2 } });
  return {
    obey: (data) => processor.port.onmessage({ data }),
    fill: (output, frame) => {
      context.currentFrame = frame;
      processor.process([], [[output]]);
    },
  };
}
