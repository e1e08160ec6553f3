import { type EarCommand, EarPlayer, type EarTick } from '../lib/live/ear-player';

const BLOCK_SAMPLES = 1_024;
const PART_SAMPLES = 128;

/** An ear for pages of plain http: browsers have worklets in secure pages alone. */
export function openScriptEar(
  context: AudioContext,
  sides: number,
  onTick: (tick: EarTick) => void,
): { readonly node: AudioNode; readonly send: (command: EarCommand) => void } {
  const player = new EarPlayer(context.sampleRate, sides, onTick);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is nothing else on such a page
  const node = context.createScriptProcessor(BLOCK_SAMPLES, 0, 1);
  let at = 0;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- as above
  node.onaudioprocess = ({ outputBuffer }) => {
    const output = outputBuffer.getChannelData(0);
    for (let from = 0; from < output.length; from += PART_SAMPLES, at += PART_SAMPLES) {
      player.fill(output.subarray(from, from + PART_SAMPLES), at);
    }
  };
  return { node, send: (command) => player.obey(command) };
}
