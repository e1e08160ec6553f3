/**
 * Runs in the page before its own code: records the envelopes of what its microphone gives and of what it plays, on the
 * clock of the audio context, as `window.recorded`: peaks of each millisecond, when the first was on the page's clock
 * (`performance.now()`), when the last button was pressed, and the context's own latency.
 */
export const RECORD = `(() => {
  const processor = \`registerProcessor('recorder', class extends AudioWorkletProcessor {
    constructor() { super(); this.from = null; this.sides = [[], []]; }
    process(inputs) {
      const ms = (frame) => Math.floor((frame * 1000) / sampleRate);
      this.from ??= ms(currentFrame);
      for (const [side, input] of inputs.entries()) {
        const peaks = this.sides[side];
        const samples = input[0] ?? new Float32Array(128);
        for (let at = 0; at < samples.length; at++) {
          const index = ms(currentFrame + at) - this.from;
          peaks[index] = Math.max(peaks[index] ?? 0, Math.abs(samples[at]));
        }
      }
      // The last millisecond may go on.
      if (this.sides[0].length > 100) {
        const sides = this.sides.map((peaks) => Float32Array.from(peaks.splice(0, 100)));
        this.port.postMessage({ from: this.from, sides });
        this.from += 100;
      }
      return true;
    }
  })\`;
  const recorders = new WeakMap();
  const recorderOf = (context) => {
    if (!recorders.has(context)) recorders.set(context, open(context));
    return recorders.get(context);
  };
  const open = async (context) => {
    const recorded = { mic: [], ear: [], startedAt: Infinity, latencyMs: 0 };
    window.recorded = recorded;
    await context.audioWorklet.addModule(URL.createObjectURL(new Blob([processor], { type: 'text/javascript' })));
    const node = new AudioWorkletNode(context, 'recorder', { numberOfInputs: 2, numberOfOutputs: 1 });
    let first = null;
    node.port.onmessage = ({ data: { from, sides: [mic, ear] } }) => {
      first ??= from;
      // A message is late, never early: the earliest one is right.
      recorded.startedAt = Math.min(recorded.startedAt, performance.now() - (from + 100 - first));
      for (const peak of mic) recorded.mic.push(peak);
      for (const peak of ear) recorded.ear.push(peak);
      recorded.latencyMs = 1000 * (context.baseLatency + context.outputLatency);
    };
    connect.call(node, context.destination);
    return node;
  };
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (to, ...rest) {
    const side = this instanceof MediaStreamAudioSourceNode ? 0
      : this instanceof GainNode && to instanceof AudioDestinationNode ? 1 : null;
    if (side !== null) void recorderOf(this.context).then((node) => connect.call(this, node, 0, side));
    return connect.call(this, to, ...rest);
  };
  addEventListener('click', () => (window.pressedAt = performance.now()), { capture: true });
})()`;

/** What was recorded until now, as JSON: amplitudes in thousandths. */
export const RECORDED = `(() => {
  const { mic, ear, startedAt, latencyMs } = window.recorded;
  const small = (peaks) => peaks.map((peak) => Math.round(1e4 * peak));
  return { mic: small(mic), ear: small(ear), startedAt, latencyMs, pressedAt: window.pressedAt };
})()`;
export const AMPLITUDE = 1e4;
