import type { CallOptions, Target } from '../../../sip';

/** A trunk that a dial may take, and the number that it shows. */
export interface SipRoute {
  readonly trunkId: string;
  /** The operator's name for it. */
  readonly trunkName: string;
  readonly callerId: string;
  /** The addresses of its servers. @throws Error when none can be found */
  targets(): Promise<readonly Target[]>;
  /** All but what differs between the dials of a number over this trunk. */
  invite(number: string): Pick<CallOptions, 'peer' | 'requestUri' | 'from' | 'to' | 'contact' | 'headers'> & {
    readonly audio: Pick<CallOptions['audio'], 'codecs' | 'telephoneEvent'>;
  };
  /** Addresses and ranges that RTP may also come from. */
  readonly mediaSources: readonly string[];
  /** Keys go to it by SIP INFO. */
  readonly keysByInfo?: boolean;
}
