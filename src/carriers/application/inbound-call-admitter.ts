import type {
  InboundCallOffer,
  NumberInterpretation,
  InboundRejection,
  AdmittedCall,
} from '../domain/inbound';

export interface RoutedInboundCall extends Omit<InboundCallOffer, 'interpretations'> {
  readonly interpretation: NumberInterpretation;
  readonly trunkName: string;
  readonly accountId: string;
  readonly agentId: string;
}

export type InboundAnswer =
  | { readonly kind: 'admitted'; readonly call: AdmittedCall }
  | { readonly kind: 'refused'; readonly why: InboundRejection };

/** Where calls that come in are stored: the context of AI calls provides it, and registers with InboundRouter. */
export abstract class InboundCallAdmitter {
  /**
   * Reserves line, channel and credits for a call, or stores why not, in one transaction. @throws Error when
   * nothing could be stored
   */
  abstract admit(offer: RoutedInboundCall): Promise<InboundAnswer>;
}
