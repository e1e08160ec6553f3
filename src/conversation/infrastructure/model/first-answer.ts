import { ProgressTimeout } from '../../../platform/progress-timeout';
import type { Timers } from '../../../platform/kernel/time/timers';
import type { PieceKind } from './model-piece';
import type { ModelTimeouts } from './model-timeouts';

/** Each abort without a reason would make an error with a stack. */
const DROPPED = new DOMException('The answer is not needed.', 'AbortError');
/** A slower model is slower than speech. */
const MS_PER_LETTER = 200;

interface Attempt<Piece> {
  readonly pieces: AsyncIterator<Piece>;
  readonly first: Promise<IteratorResult<Piece>>;
  readonly drop: () => void;
}

/**
 * Without a word in time the request is sent again, and the response that begins first is used: an empty one only when
 * no other is under way. Time counts only while the caller waits for a piece: speech consumes the text slowly.
 * @throws DOMException (TimeoutError) when no response begins in time, or it stalls; errors of `send`
 */
export async function* firstAnswer<Piece>(
  send: (signal: AbortSignal) => AsyncIterable<Piece>,
  kind: PieceKind<Piece>,
  limits: Pick<ModelTimeouts, 'firstWordMs' | 'giveUpMs' | 'pauseMs' | 'answerMs'>,
  timers: Timers,
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  const begin = () => attemptOf(send, kind, signal);
  const { first, pieces, drop } = await race(begin, limits, timers);
  const timeout = new ProgressTimeout(timers, limits.pauseMs, limits.answerMs);
  try {
    for (let step = await first; step.done !== true;) {
      yield step.value;
      timeout.extend(MS_PER_LETTER * kind.letters(step.value));
      step = await timeout.wait(pieces.next());
    }
  } finally {
    drop();
  }
}

async function race<Piece>(
  request: () => Attempt<Piece>,
  { firstWordMs, giveUpMs }: Pick<ModelTimeouts, 'firstWordMs' | 'giveUpMs'>,
  timers: Timers,
): Promise<Attempt<Piece>> {
  const attempts: Attempt<Piece>[] = [];
  let open = 0;
  let empty: Attempt<Piece> | null = null;
  let winner: Attempt<Piece> | null = null;
  const stops: (() => void)[] = [];
  try {
    winner = await new Promise<Attempt<Piece>>((resolve, reject) => {
      const begin = () => {
        const attempt = request();
        attempts.push(attempt);
        open += 1;
        attempt.first.then(
          ({ done }) => {
            open -= 1;
            if (done === true) empty = attempt;
            if (done !== true || open === 0) resolve(attempt);
          },
          (error: unknown) => {
            open -= 1;
            if (open > 0) return;
            if (empty !== null) resolve(empty);
            else reject(error instanceof Error ? error : new Error(String(error)));
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

function attemptOf<Piece>(
  send: (signal: AbortSignal) => AsyncIterable<Piece>,
  kind: PieceKind<Piece>,
  signal: AbortSignal,
): Attempt<Piece> {
  const dropped = new AbortController();
  const pieces = send(AbortSignal.any([signal, dropped.signal]))[Symbol.asyncIterator]();
  return {
    pieces,
    first: firstWord(pieces, kind),
    drop: () => dropped.abort(DROPPED),
  };
}

async function firstWord<Piece>(
  pieces: AsyncIterator<Piece>,
  kind: PieceKind<Piece>,
): Promise<IteratorResult<Piece>> {
  let before = kind.none;
  for (;;) {
    const step = await pieces.next();
    if (step.done === true) return before === kind.none ? step : { value: before };
    before = kind.join(before, step.value);
    // The earlier pieces had none.
    if (kind.hasWord(step.value)) return { value: before };
  }
}

function tooLong(): DOMException {
  return new DOMException('the model took too long', 'TimeoutError');
}
