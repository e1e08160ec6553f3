import { type CallbackReceiver, CallbackServer } from './callback-server';

interface CallbackPortOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly portTaker: string | null;
  readonly receiver: CallbackReceiver;
  readonly onOpened?: ((port: number) => void) | undefined;
}

/** The port of the callback server. It opens once, also when trunks and live audio need it at the same moment. */
export class CallbackPort {
  #server: CallbackServer | null = null;
  #opening: Promise<void> | null = null;
  #problem: string | null = null;

  constructor(private readonly options: CallbackPortOptions) {}

  /** null while it is not open. */
  get number(): number | null {
    return this.#server?.port ?? null;
  }

  /** Why it could not be opened; null: it is open, or was not needed yet. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Never rejects. A port in use is tried again at the next call. */
  async ensureOpen(): Promise<void> {
    if (this.#server) return;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    await this.#opening;
  }

  async close(): Promise<void> {
    await this.#server?.close();
    this.#server = null;
  }

  async #open(): Promise<void> {
    const { host, port, portTaker, receiver, onOpened } = this.options;
    if (portTaker !== null) {
      this.#problem = `port ${port} is in use: MEDIA_PORT is ${portTaker}`;
      return;
    }
    try {
      this.#server = await CallbackServer.open(host, port, receiver);
      this.#problem = null;
      onOpened?.(this.#server.port);
    } catch (error) {
      const { code = 'unknown' } = error as { code?: string };
      this.#problem =
        code === 'EADDRINUSE' ? `port ${port} is in use` : `port ${port} cannot be opened (${code})`;
    }
  }
}
