import { ProgressTimeout } from '../../../platform/progress-timeout';
import type { Timers } from '../../../platform/timers';
import type { ModelTimeouts } from './model-timeouts';

const LETTER = /[\p{L}\p{N}]/gu;
/** A slower model is slower than speech. */
const MS_PER_LETTER = 200;

interface Attempt {
  readonly pieces: AsyncIterator<string>;
  readonly first: Promise<IteratorResult<string>>;
  readonly drop: () => void;
}

/**
 * Without a word in time the request is sent again, and the response that begins first is used. Time counts only
 * while the caller waits for a piece: speech consumes the text slowly.
 * @throws DOMException (TimeoutError) when no response begins in time, or it stalls; errors of `send`
 */
export async function* firstAnswer(
  send: (signal: AbortSignal) => AsyncIterable<string>,
  limits: Pick<ModelTimeouts, 'firstWordMs' | 'giveUpMs' | 'pauseMs' | 'answerMs'>,
  timers: Timers,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { first, pieces, drop } = await race(send, limits, timers, signal);
  const timeout = new ProgressTimeout(timers, limits.pauseMs, limits.answerMs);
  try {
    for (let step = await first; step.done !== true;) {
      yield step.value;
      timeout.extend(MS_PER_LETTER * (step.value.match(LETTER)?.length ?? 0));
      step = await timeout.wait(pieces.next());
    }
  } finally {
    drop();
  }
}

async function race(
  send: (signal: AbortSignal) => AsyncIterable<string>,
  { firstWordMs, giveUpMs }: Pick<ModelTimeouts, 'firstWordMs' | 'giveUpMs'>,
  timers: Timers,
  signal: AbortSignal,
): Promise<Attempt> {
  const attempts: Attempt[] = [];
  let failures = 0;
  let winner: Attempt | null = null;
  const stops: (() => void)[] = [];
  try {
    winner = await new Promise<Attempt>((resolve, reject) => {
      const begin = () => {
        const attempt = attemptOf(send, signal);
        attempts.push(attempt);
        attempt.first.then(
          () => resolve(attempt),
          (error: unknown) => {
            failures += 1;
            if (failures === attempts.length)
              reject(error instanceof Error ? error : new Error(String(error)));
          },
        );
      };
      begin();
      stops.push(
        timers.after(firstWordMs, begin),
        timers.after(giveUpMs, () => reject(tooLong())),
      );
    });
    return winner;
  } finally {
    for (const stop of stops) stop();
    for (const attempt of attempts) if (attempt !== winner) attempt.drop();
  }
}

function attemptOf(send: (signal: AbortSignal) => AsyncIterable<string>, signal: AbortSignal): Attempt {
  const dropped = new AbortController();
  const pieces = send(AbortSignal.any([signal, dropped.signal]))[Symbol.asyncIterator]();
  return {
    pieces,
    first: firstWord(pieces),
    drop: () => dropped.abort(),
  };
}

async function firstWord(pieces: AsyncIterator<string>): Promise<IteratorResult<string>> {
  let text = '';
  for (;;) {
    const step = await pieces.next();
    if (step.done === true) return text === '' ? step : { value: text };
    text += step.value;
    if (step.value.search(LETTER) >= 0) return { value: text };
  }
}

function tooLong(): DOMException {
  return new DOMException('the model took too long', 'TimeoutError');
}
