import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { Logger } from '@nestjs/common';
import { spokenLanguage } from '../../../shared-kernel/language';
import { levelOf } from '../../../platform/kernel/voice-level';
import { REAL_TIMERS } from '../../../platform/kernel/time/timers';
import type { SttEngine, SttEvents, SttOptions, SttStream } from '../../domain/stt-engine';
import { MIN_WORD_SAMPLES } from '../pcm';
import type { MoonshineAnswer, MoonshineJob } from './moonshine.process';
import {
  type Reading,
  type RecognizerEvents,
  RecognizerPool,
  type RecognizerProcess,
} from './recognizer-pool';

/** The end of a running turn that is recognized: enough for words that interrupt, and fast. 8 kHz. */
const PEEK_SAMPLES = 12_000;
/** A voice so much quieter than the contact's is behind them, such as a television's. */
const BEHIND_DB = 9;
const PROCESSES = Math.min(2, availableParallelism());

/**
 * Recognizes English by the offline speech kit, in processes of its own: CPU-bound work must not delay calls. It
 * recognizes a turn at its first pause, so that the words are ready at the end.
 */
export class MoonshineStt implements SttEngine {
  readonly name = 'local';
  readonly partials = false;
  readonly #pool: RecognizerPool;

  constructor(speechKit: string) {
    this.#pool = new RecognizerPool(
      (events) => new MoonshineProcess(speechKit, events),
      PROCESSES,
      REAL_TIMERS,
    );
  }

  recognizes(language: string | null): boolean {
    return spokenLanguage(language) === 'english';
  }

  open({ signal }: SttOptions, events: SttEvents): Promise<SttStream> {
    this.#pool.warm();
    const turn = new TurnReader(this.#pool, (text) => events.partial(text));
    signal.addEventListener('abort', () => turn.close(), { once: true });
    return Promise.resolve(turn);
  }

  close(): Promise<void> {
    this.#pool.close();
    return Promise.resolve();
  }
}

/** Collects the audio of a turn, and has it recognized. */
class TurnReader implements SttStream {
  #turn: Int16Array[] = [];
  /** The recognition started at the last pause. */
  #ahead: Reading | null = null;
  /** The loudest level of the contact's turns. */
  #loudestDb = -Infinity;

  constructor(
    private readonly pool: RecognizerPool,
    private readonly onWords: (text: string) => void,
  ) {}

  feed(audio: Int16Array): void {
    this.#turn.push(audio);
  }

  onPause(): void {
    this.#ahead?.drop();
    const audio = join(this.#turn);
    this.#ahead = audio.length < MIN_WORD_SAMPLES ? null : this.pool.read(audio, { isUrgent: false });
    if (this.#ahead) this.#report(this.#ahead);
  }

  peek(): Promise<string> {
    const audio = join(this.#turn).slice(-PEEK_SAMPLES);
    const isBehind = loudest(this.#turn) < this.#loudestDb - BEHIND_DB;
    if (isBehind || audio.length < MIN_WORD_SAMPLES) return Promise.resolve('');
    return this.pool.read(audio, { isUrgent: false }).text;
  }

  onResumed(): void {
    this.#ahead?.drop();
    this.#ahead = null;
  }

  end(): Promise<string> {
    const [turn, ahead] = [this.#turn, this.#ahead];
    [this.#turn, this.#ahead] = [[], null];
    this.#loudestDb = Math.max(this.#loudestDb, loudest(turn));
    if (ahead) {
      ahead.hurry();
      return ahead.text;
    }
    const audio = join(turn);
    if (audio.length < MIN_WORD_SAMPLES) return Promise.resolve('');
    return this.pool.read(audio, { isUrgent: true }).text;
  }

  /** Unless the turn went on, or is over. */
  #report(ahead: Reading): void {
    ahead.text.then(
      (text) => {
        if (this.#ahead === ahead) this.onWords(text);
      },
      () => undefined,
    );
  }

  close(): void {
    this.onResumed();
    this.#turn = [];
  }
}

class MoonshineProcess implements RecognizerProcess {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, (text: string | null) => void>();
  #jobs = 0;

  constructor(speechKit: string, events: RecognizerEvents) {
    // The process gets no environment, which contains secrets.
    this.#child = fork(require.resolve('./moonshine.process'), [speechKit], {
      env: {},
      execArgv: [...process.execArgv, '--max-old-space-size=128'],
      serialization: 'advanced',
      stdio: 'ignore',
    });
    this.#child.unref();
    this.#child.channel?.unref();
    this.#child.on('message', (answer: MoonshineAnswer) => {
      if (answer.is === 'ready') events.ready();
      else if (answer.is === 'read') this.#onAnswered(answer.id, answer.text);
      else new Logger('Speech').warn(`the speech kit cannot be used: ${answer.why}`);
    });
    const onEnded = () => events.onEnded();
    this.#child.on('error', onEnded);
    this.#child.on('exit', onEnded);
  }

  read(audio: Int16Array): Promise<string | null> {
    const id = ++this.#jobs;
    return new Promise((answer) => {
      this.#pending.set(id, answer);
      this.#child.send({ id, audio } satisfies MoonshineJob, () => undefined);
    });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #onAnswered(id: number, text: string | null): void {
    this.#pending.get(id)?.(text);
    this.#pending.delete(id);
  }
}

/** The level of the loudest piece of 100 ms, in dB. */
function loudest(pieces: readonly Int16Array[]): number {
  return pieces.reduce((db, piece) => Math.max(db, levelOf(piece)), -Infinity);
}

function join(pieces: readonly Int16Array[]): Int16Array {
  const audio = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const piece of pieces) {
    audio.set(piece, from);
    from += piece.length;
  }
  return audio;
}
