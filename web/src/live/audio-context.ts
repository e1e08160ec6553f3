/** Call it in the handler of a press: else the browser suspends the context. */
export const newAudioContext = (): AudioContext => new AudioContext({ latencyHint: 'interactive' });
