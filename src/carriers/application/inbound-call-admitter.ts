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

/** Stores inbound calls. The context of AI calls implements it, and registers with InboundRouter. */
export abstract class InboundCallAdmitter {
  /**
   * Reserves line, channel and credits, or stores the rejection, in one transaction.
   * @throws Error when nothing could be stored
   */
  abstract admit(offer: RoutedInboundCall): Promise<InboundAnswer>;
}
