import type { Arrival, InboundReading, InboundReason, TakenCall } from '../domain/inbound';

/** A call to a number that an agent answers. */
export interface InboundOffer extends Omit<Arrival, 'readings'> {
  readonly reading: InboundReading;
  readonly trunkName: string;
  readonly accountId: string;
  readonly agentId: string;
}

export type InboundAnswer =
  | { readonly kind: 'taken'; readonly call: TakenCall }
  | { readonly kind: 'refused'; readonly why: InboundReason };

/** Where calls that come in are stored: the context of AI calls provides it, and registers with InboundRouter. */
export abstract class InboundCalls {
  /** Takes line, channel and credits for a call, or records why not, in one transaction. @throws Error when nothing could be stored */
  abstract arrive(offer: InboundOffer): Promise<InboundAnswer>;
}
