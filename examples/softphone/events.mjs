/** Milliseconds of the machine's monotonic clock: the same for all processes on it. */
function monotonicMs(performanceMs = performance.now()) {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000 + performanceMs - performance.now();
}

const WORDS = {
  listening: ({ address }) => `listens on ${address}`,
  registered: ({ expires_s: expires }) => `is registered for ${expires} s`,
  not_registered: ({ status, reason }) => `is not registered: ${status ?? 'no answer'} ${reason}`,
  request: ({ method, from }) => `${method} from ${from}`,
  provisional: ({ status, reason }) => `${status} ${reason}`,
  ringing: () => 'rings',
  answered: ({ codec }) => `is answered (${codec})`,
  audio_began: () => 'hears a voice',
  audio_ended: ({ length_ms: length }) => `heard a voice for ${length} ms`,
  says: ({ number }) => `says number ${number}`,
  said: ({ number }) => `said number ${number}`,
  script_ended: ({ missing_ms: ms }) => `has said all; ${ms} ms of audio were missing`,
  dtmf: ({ key, by }) => `key ${key} (${by})`,
  rtp: ({ sent, received, lost }) => `${sent} packets sent, ${received} received, ${lost} lost`,
  ended: ({ by, status, reason, duration_ms: ms }) =>
    [
      `ended by ${by}`,
      status && `${status} ${reason ?? ''}`,
      ms !== undefined && `after ${Math.round(ms)} ms`,
    ]
      .filter(Boolean)
      .join(', '),
};

/** Prints what happens, for programs or for people. */
export class Events {
  #beganMs = monotonicMs();

  constructor(json) {
    this.json = json;
  }

  /** `at` is a time on the clock of `performance.now()`; now without it. `call` counts calls from 1. */
  tell(event, { at, call, ...fields } = {}) {
    const atMs = Math.round(monotonicMs(at) * 10) / 10;
    if (this.json) {
      console.log(JSON.stringify({ event, at_ms: atMs, ...(call && { call }), ...fields }));
      return;
    }
    const seconds = ((atMs - this.#beganMs) / 1_000).toFixed(2).padStart(7);
    console.log(`${seconds}  ${call ? `call ${call}  ` : ''}${WORDS[event](fields)}`);
  }
}
