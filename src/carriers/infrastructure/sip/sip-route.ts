import type { CallOptions, Target } from '../../../sip';
import type { Route } from '../shared/route';

export interface SipRoute extends Route {
  /** The addresses of its servers. @throws Error when none can be found */
  targets(): Promise<readonly Target[]>;
  /** All but what differs between the dials of a number over this trunk. */
  invite(number: string): Pick<CallOptions, 'peer' | 'requestUri' | 'from' | 'to' | 'contact' | 'headers'> & {
    readonly audio: Pick<CallOptions['audio'], 'codecs' | 'telephoneEvent'>;
  };
  readonly mediaSources: readonly string[];
  readonly keysByInfo?: boolean;
}
