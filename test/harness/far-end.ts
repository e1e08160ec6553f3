import { ANSWER, Phone } from '../phone/harness/phone';
import type { IncomingCall } from '../../src/sip';

/** A call as the telephone provider sees it. */
export interface FarCall {
  /** `ID.ATTEMPT` of the dial, from its Call-ID. */
  readonly reference: string;
  /** When the INVITE came, on the clock of `performance.now()`. */
  readonly at: number;
  readonly requestUri: string;
  readonly from: string;
  answeredAt: number | null;
  endedAt: number | null;
  endedBy: 'bye' | 'cancel' | 'us' | null;
}

/** What the provider does with a call; without it the call is answered at once. */
export type Behaviour = (call: IncomingCall, provider: Provider, seen: FarCall) => void;

/** A telephone provider on this machine, for as many calls as come. */
export class Provider {
  readonly calls: FarCall[] = [];
  behaviour: Behaviour = (call, provider, seen) => provider.answer(call, seen);
  #phone: Phone | null = null;
  #active = 0;
  mostActive = 0;

  static async open(behaviour?: Behaviour): Promise<Provider> {
    const provider = new Provider();
    if (behaviour) provider.behaviour = behaviour;
    provider.#phone = await Phone.open({
      incoming: (call) => provider.#take(call),
    });
    return provider;
  }

  /** `HOST:PORT`, for --server. */
  get address(): string {
    return `127.0.0.1:${this.#phone?.port ?? 0}`;
  }

  get active(): number {
    return this.#active;
  }

  /** Rings, answers, and hangs up after `hangUpAfterMs`; null: the caller does. */
  answer(call: IncomingCall, seen: FarCall, hangUpAfterMs: number | null = null): void {
    call.ring(ANSWER);
    const session = call.answer({
      ...ANSWER,
      handlers: {
        onEnded: () => this.#end(seen, 'bye'),
      },
    });
    seen.answeredAt = performance.now();
    if (hangUpAfterMs === null) return;
    setTimeout(() => {
      if (seen.endedAt !== null) return;
      this.#end(seen, 'us');
      void session?.hangUp();
    }, hangUpAfterMs).unref();
  }

  /** Refuses with a status, and perhaps a Q.850 cause. */
  refuse(call: IncomingCall, seen: FarCall, status: number, cause?: number): void {
    this.#end(seen, 'us');
    call.reject(status, cause === undefined ? {} : { headers: [['reason', `Q.850;cause=${cause}`]] });
  }

  async close(): Promise<void> {
    await this.#phone?.close();
  }

  #take(call: IncomingCall): void {
    const seen: FarCall = {
      reference: call.callId.split('-', 1)[0] ?? '',
      at: performance.now(),
      requestUri: call.requestUri,
      from: call.from.uri,
      answeredAt: null,
      endedAt: null,
      endedBy: null,
    };
    this.calls.push(seen);
    this.mostActive = Math.max(this.mostActive, ++this.#active);
    call.onCanceled(() => this.#end(seen, 'cancel'));
    this.behaviour(call, this, seen);
  }

  #end(seen: FarCall, by: NonNullable<FarCall['endedBy']>): void {
    if (seen.endedAt !== null) return;
    [seen.endedAt, seen.endedBy] = [performance.now(), by];
    this.#active--;
  }
}
