import type { CallOptions, Target } from '../../../sip';
import type { Route } from '../shared/route';

export interface SipRoute extends Route {
  /** @throws Error when no server has an address */
  targets(): Promise<readonly Target[]>;
  /** Equal for all dials of a number over this trunk. */
  invite(number: string): Pick<CallOptions, 'peer' | 'requestUri' | 'from' | 'to' | 'contact' | 'headers'> & {
    readonly audio: Pick<CallOptions['audio'], 'codecs' | 'telephoneEvent' | 'srtpKey'>;
  };
  readonly mediaSources: readonly string[];
  readonly keysByInfo?: boolean;
}
