import type { EndpointState } from '../domain/endpoint';
import type { Connections } from '../infrastructure/connections';
import type { EventToSend } from '../infrastructure/event.repository';
import type { MadeAttempt } from './delivery-attempts';

/** Attempts on one endpoint at once. */
export const LANE_WIDTH = 8;

/** Makes one attempt; what it needs of the world. */
type Attempt = (
  endpoint: EndpointState,
  event: EventToSend,
  lease: Date,
  connections: Connections,
) => Promise<MadeAttempt>;

/** The attempts that are under way for one account, and what wakes whoever waits for them. */
export class DeliveryLane {
  #running = 0;
  #woken = false;
  #wake: (() => void) | null = null;
  readonly #over: MadeAttempt[] = [];

  constructor(
    private readonly attempt: Attempt,
    private readonly connections: Connections,
  ) {}

  get free(): number {
    return LANE_WIDTH - this.#running;
  }

  /** Nothing is under way, nothing waits to be stored, nobody called. */
  get idle(): boolean {
    return this.#running === 0 && this.#over.length === 0 && !this.#woken;
  }

  /** Something may be due. */
  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /** Starts an attempt. `ended` is called when it is over. */
  start(endpoint: EndpointState, event: EventToSend, lease: Date, ended: () => void): void {
    this.#running++;
    this.attempt(endpoint, event, lease, this.connections)
      // An attempt that could not be made is no attempt: its lease runs out and it is made again.
      .then(
        (made) => void this.#over.push(made),
        () => undefined,
      )
      .finally(() => {
        this.#running--;
        ended();
        this.#wake?.();
      });
  }

  /** Waits until an attempt is over or somebody calls; gives the attempts that are over. */
  async next(): Promise<MadeAttempt[]> {
    if (this.#over.length === 0 && !this.#woken && this.#running > 0) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.#wake = null;
    }
    this.#woken = false;
    return this.#over.splice(0);
  }

  /** Ends every connection; what was under way is not stored. */
  abandon(): void {
    this.connections.close();
  }
}
