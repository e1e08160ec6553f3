import type { Timers } from '../../../../platform/timers';
import type { LegFailure } from '../../../domain/cause-map';
import type { BridgeEnd } from '../../../domain/bridge-end';
import type { CloudAdapter, CreateBridgeOptions, CloudCallsApi } from '../adapter';

/** How a call ended that the carrier was asked to join. */
export type CarrierBridgeResult =
  /** Its first phone could not be rung, or was not answered: another trunk may be asked. */
  | { readonly kind: 'failed'; readonly event: LegFailure; readonly said: string | null }
  /** We gave up before the two talked. */
  | { readonly kind: 'canceled' }
  | Exclude<BridgeEnd, { kind: 'talked' }>
  | {
      readonly kind: 'talked';
      readonly talkMs: number;
      readonly by: 'limit' | 'us' | 'them';
      /** By the carrier's word, where nothing was said of it before. */
      readonly answeredAt: Date | null;
    }
  /** The carrier never said. */
  | { readonly kind: 'unknown' };

/** Who hears how far it is; each once, and before the end. */
export interface BridgeListener {
  onCallId(carrierId: string): void;
  contactNamed(carrierId: string): void;
  counsellorRings(): void;
  /** The counsellor has answered; of a carrier that says nothing before the end, it has taken the order. */
  taken(): void;
  contactRings(): void;
  contactAnswered(): void;
}

export interface CarrierBridgeOptions {
  readonly adapter: Pick<
    CloudAdapter,
    'callbacks' | 'parseBridgeStatus' | 'bridgeResponse' | 'statusUpdates'
  >;
  readonly rest: Pick<CloudCallsApi, 'listCalls' | 'endCall' | 'cancelCall' | 'fetchBridge'>;
  readonly order: CreateBridgeOptions;
  /** @returns the carrier's id. @throws CloudFailure */
  readonly ask: () => Promise<string>;
  readonly since: Date;
  /** Another process asked for it: the carrier is looked up at once. */
  readonly isRecovered?: boolean;
  readonly timers: Timers;
  readonly now: () => Date;
  /** A clock that nobody sets. */
  readonly nowMs: () => number;
  readonly isOthers: (carrierId: string) => Promise<boolean>;
  readonly watcher: BridgeListener;
  /** Resolves when all that was told so far is stored. */
  readonly stored: () => Promise<void>;
}
