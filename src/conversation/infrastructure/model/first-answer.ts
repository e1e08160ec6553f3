import type { Timers } from '../../../platform/timers';
import type { ModelTimeouts } from './model-timeouts';

/** A request that was sent, and the first piece of its answer. */
interface Attempt {
  readonly pieces: AsyncIterator<string>;
  readonly first: Promise<IteratorResult<string>>;
  readonly drop: () => void;
}

/**
 * The answer to a question, piece by piece. Where no word comes in time the question is sent once more, and whichever answer
 * begins first is given; the other is dropped. Time counts only while somebody waits for a piece: whoever speaks the text
 * reads it slowly.
 * @param ask sends the question; its signal ends it
 * @throws DOMException (TimeoutError) when no answer begins in time, or when it breaks off in silence; what `ask` throws, when
 *   every request that was sent has failed
 */
export async function* firstAnswer(
  ask: (signal: AbortSignal) => AsyncIterable<string>,
  limits: Pick<ModelTimeouts, 'firstWordMs' | 'giveUpMs' | 'pauseMs'>,
  timers: Timers,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { first, pieces, drop } = await race(ask, limits, timers, signal);
  try {
    for (let step = await first; step.done !== true;) {
      yield step.value;
      step = await inTime(pieces.next(), limits.pauseMs, timers);
    }
  } finally {
    drop();
  }
}

/** The attempt whose answer begins first. */
async function race(
  ask: (signal: AbortSignal) => AsyncIterable<string>,
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
        const attempt = attemptOf(ask, signal);
        attempts.push(attempt);
        attempt.first.then(
          () => {
            resolve(attempt);
          },
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
        timers.after(giveUpMs, () => {
          reject(tooLong());
        }),
      );
    });
    return winner;
  } finally {
    for (const stop of stops) stop();
    for (const attempt of attempts) if (attempt !== winner) attempt.drop();
  }
}

function attemptOf(ask: (signal: AbortSignal) => AsyncIterable<string>, signal: AbortSignal): Attempt {
  const dropped = new AbortController();
  const pieces = ask(AbortSignal.any([signal, dropped.signal]))[Symbol.asyncIterator]();
  return {
    pieces,
    first: pieces.next(),
    drop: () => {
      dropped.abort();
    },
  };
}

function inTime<T>(promise: Promise<T>, ms: number, timers: Timers): Promise<T> {
  let stop: () => void = () => undefined;
  const late = new Promise<never>((_, reject) => {
    stop = timers.after(ms, () => {
      reject(tooLong());
    });
  });
  return Promise.race([promise, late]).finally(() => {
    stop();
  });
}

function tooLong(): DOMException {
  return new DOMException('the model took too long', 'TimeoutError');
}
