import type { Timers } from '../../../../platform/kernel/time/timers';
import type { LegFailure } from '../../../domain/cause-map';
import type { BridgeEnd } from '../../../domain/bridge-end';
import type { CloudAdapter, CreateBridgeOptions, CloudCallsApi } from '../adapter';

export type CarrierBridgeResult =
  /** The counsellor did not answer: another trunk may be tried. */
  | { readonly kind: 'failed'; readonly event: LegFailure; readonly response: string | null }
  | { readonly kind: 'canceled' }
  | Exclude<BridgeEnd, { kind: 'talked' }>
  | {
      readonly kind: 'talked';
      readonly talkMs: number;
      readonly by: 'limit' | 'us' | 'them';
      /** The answer time from the final status, if no event reported the answer. */
      readonly answeredAt: Date | null;
    }
  | { readonly kind: 'unknown' };

/** Progress callbacks. Each fires at most once, before `ended`. */
export interface BridgeListener {
  onCallId(carrierCallId: string): void;
  onContactId(carrierCallId: string): void;
  onCounsellorRinging(): void;
  /** The counsellor answered; or the carrier accepted the request and reports only the end. */
  onAccepted(): void;
  onContactRinging(): void;
  onContactAnswered(): void;
}

export interface CarrierBridgeOptions {
  readonly adapter: Pick<
    CloudAdapter,
    'callbacks' | 'parseBridgeStatus' | 'bridgeResponse' | 'statusUpdates'
  >;
  readonly rest: Pick<CloudCallsApi, 'listCalls' | 'endCall' | 'cancelCall' | 'fetchBridge'>;
  readonly request: CreateBridgeOptions;
  /** Sends the request. @returns the carrier's id. @throws CloudFailure */
  readonly create: () => Promise<string>;
  readonly since: Date;
  /** Another process sent the request: the carrier is polled at once. */
  readonly isRecovered?: boolean;
  readonly timers: Timers;
  readonly now: () => Date;
  readonly isOthers: (carrierCallId: string) => Promise<boolean>;
  readonly listener: BridgeListener;
}
