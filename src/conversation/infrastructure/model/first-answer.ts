import { ProgressTimeout } from '../../../platform/progress-timeout';
import type { Timers } from '../../../platform/timers';
import type { ModelTimeouts } from './model-timeouts';

const LETTER = /[\p{L}\p{N}]/gu;
/** A slower model is slower than speech. */
const MS_PER_LETTER = 200;

/** A request that was sent, and its answer up to the first word. */
interface Attempt {
  readonly pieces: AsyncIterator<string>;
  readonly first: Promise<IteratorResult<string>>;
  readonly drop: () => void;
}

/**
 * Streams the answer to a request. Without a word in time the request is sent again, and the answer that begins first
 * is used; the other is dropped. Time counts only while the caller waits for a piece: speech consumes the text
 * slowly.
 * @param send sends the request; its signal ends it
 * @throws DOMException (TimeoutError) when no answer begins in time, or when it makes no progress in words; errors of
 * `send`, when every request that was sent has failed
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

/** The attempt whose answer begins first. */
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

/** Everything up to the first piece with a letter, as one piece. */
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
