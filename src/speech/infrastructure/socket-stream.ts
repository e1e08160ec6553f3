import type { Timers } from '../../platform/kernel/time/timers';
import type { SttEvents, SttStream } from '../domain/stt-engine';
import type { EngineSocket } from './engine-socket';
import { SpeechFailure } from './speech-failure';
import { type LastWords, StreamedTurn } from './streamed-turn';

type Message = Readonly<Record<string, unknown>>;

export interface SocketProtocol {
  readonly turnEnd: Message;
  readonly lastWords: LastWords;
  /** Interval of keep-alive messages; without audio or these the engine closes the connection. */
  readonly keepAliveMs: number;
}

export interface SocketStreamOptions {
  readonly events: SttEvents;
  readonly timers: Timers;
}

/** Recognizes over a socket that stays open for the whole talk, one turn after another. */
export abstract class SocketStream implements SttStream {
  protected readonly turn: StreamedTurn;
  #socket: EngineSocket | null = null;
  #stopKeepAlive: () => void = () => undefined;

  constructor(
    private readonly options: SocketStreamOptions,
    private readonly protocol: SocketProtocol,
  ) {
    this.turn = new StreamedTurn(options.timers);
  }

  /** Nothing is sent before. */
  begin(socket: EngineSocket): void {
    this.#socket = socket;
    this.#keepAlive();
  }

  abstract feed(audio: Int16Array): void;

  abstract message(data: Message): void;

  onPause(): void {
    if (!this.turn.isOpen || this.turn.isFlushed) return;
    this.send(this.protocol.turnEnd);
    this.turn.flush();
  }

  onResumed(): void {
    this.turn.onResumed();
  }

  end(): Promise<string> {
    this.onPause();
    return this.turn.end(this.protocol.lastWords);
  }

  close(): void {
    this.#stopKeepAlive();
    this.#socket?.close();
  }

  onFailed(error: Error): void {
    this.close();
    this.turn.fail(error);
    this.options.events.onFailed(error);
  }

  protected abstract keepAlive(): void;

  protected send(message: Message | Uint8Array): void {
    this.#socket?.send(message);
  }

  /** At the end of a turn its words are requested instead. */
  protected reportPartial(): void {
    if (this.turn.isEnding) return;
    const { text } = this.turn.words;
    if (text !== '') this.options.events.partial(text);
  }

  /** Ends the stream after a message that cannot be read. */
  protected unreadable(): void {
    this.onFailed(new SpeechFailure('an answer that is not as it should be'));
  }

  #keepAlive(): void {
    this.#stopKeepAlive = this.options.timers.after(this.protocol.keepAliveMs, () => {
      this.keepAlive();
      this.#keepAlive();
    });
  }
}
