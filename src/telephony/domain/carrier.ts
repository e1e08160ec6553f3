import type { EndCause } from '../../platform/kernel/end-cause';
import type { TalkBrief, Turn } from '../../platform/kernel/talk';

/** What a carrier can do, as flags: the contexts ask these, never the carrier's name. */
export interface CarrierCapabilities {
  /** Talk time is billed to the account's credits; other carriers bill the account directly. */
  readonly hosted: boolean;
  readonly statusUpdates: 'realtime' | 'final_only' | 'delayed';
  /** What it rings for a counsellor. */
  readonly rings: 'mobile' | 'extension';
  /** Says whose phone did not pick up in a call of two legs. */
  readonly namesWhoDidNotPickUp: boolean;
  readonly media: 'frames' | 'text' | 'none';
  /** Who joins the two legs of a human call. */
  readonly bridge: 'own' | 'carrier';
  readonly machineDetection: boolean;
  readonly recording: 'ours' | 'carrier_at_once' | 'carrier_late';
  readonly returnsId: boolean;
  readonly canLookUp: boolean;
  /** Dials a second, null for no limit. */
  readonly dialsPerSecond: number | null;
}

/** An order to ring one number and to lead a talk with whoever answers. */
export interface DialRequest {
  /** Ours, unique for the call and the attempt, known to the carrier before anything rings. */
  readonly reference: string;
  /** 1 for the first dial of the call. */
  readonly attempt: number;
  /** E.164. */
  readonly number: string;
  /** Ringing ends after so many seconds: no_answer. */
  readonly ringSeconds: number;
  readonly talk: TalkBrief;
}

/** The two phones of a human call. */
export type LegName = 'counsellor' | 'contact';

/** An order to ring a counsellor, then a contact, and to join the two; who does it, we or the carrier, is its business. */
export interface ConnectRequest {
  readonly reference: string;
  /** Rung first: a number in E.164, or an extension, as `rings` says. */
  readonly counsellor: string;
  /** E.164. */
  readonly contact: string;
  /** Each of the two rings for so many seconds at the most. */
  readonly ringSeconds: number;
  readonly maxTalkSeconds: number;
}

/** The recording of two people, as text. */
interface Recording {
  readonly durationMs: number;
  readonly turns: readonly Turn[];
}

/** What the carrier says to an order. `unknown` (time-out, broken connection) is looked up, never dialed again. */
export type DialAnswer =
  | { readonly kind: 'accepted'; readonly carrierId: string | null }
  | { readonly kind: 'refused'; readonly temporary: boolean; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** A leg that is over. `talkMs` is the time from answer to hang-up, null when nobody answered. */
export interface LegEnd {
  readonly cause: EndCause;
  readonly by: 'agent' | 'contact' | 'human' | 'carrier' | null;
  readonly talkMs: number | null;
  /** Plain words for `status_reason`, when the cause alone does not say it. */
  readonly reason?: string;
  /** Of two legs: whose phone did not pick up, if the carrier says so. */
  readonly who?: LegName;
  /** When the contact answered, if the carrier says so only now. */
  readonly answeredAt?: Date;
  readonly recording?: Recording;
}

/** What the carrier knows of a reference. */
export type LookUp =
  /** For certain it never saw the order: it may be dialed again. */
  | { readonly state: 'never_seen' }
  | { readonly state: 'on_its_way' }
  | { readonly state: 'answered' }
  | { readonly state: 'ended'; readonly end: LegEnd }
  /** It knows nothing of the leg (any more), or cannot be asked. */
  | { readonly state: 'no_trace' };

/**
 * One thing a carrier reports. Facts come doubled, late, out of order and after the end; whoever takes them only ever
 * moves forward. `at` is the carrier's own time.
 */
export type CarrierFact = { readonly reference: string; readonly at: Date } &
  /** `leg` is there when two phones are rung. */
  (
    | { readonly type: 'ringing'; readonly leg?: LegName }
    | { readonly type: 'answered'; readonly leg?: LegName }
    /** The transcript so far grew by these turns. */
    | { readonly type: 'said'; readonly turns: readonly Turn[] }
    | { readonly type: 'ended'; readonly end: LegEnd }
  );

/** Takes the facts about its own calls. Resolves when a fact is stored: only then is a callback acknowledged. */
export interface FactOwner {
  /** `carrier`: the name of the one that reports; a fact about another one's leg changes nothing. */
  take(fact: CarrierFact, carrier: string): Promise<void>;
}

/** Where a carrier delivers its facts; it gets this once, when it is made. */
export interface FactSink {
  take(carrier: string, fact: CarrierFact): Promise<void>;
}

/** A telephone provider. */
export abstract class Carrier {
  abstract readonly name: string;
  abstract readonly capabilities: CarrierCapabilities;

  /** Never throws: what went wrong is an answer. Facts may arrive before it resolves. */
  abstract dial(request: DialRequest): Promise<DialAnswer>;
  /** As `dial`, for two legs; its facts name the leg. */
  abstract connectTwo(request: ConnectRequest): Promise<DialAnswer>;
  abstract lookUp(reference: string): Promise<LookUp>;
  /** May be ordered at any time, also for a leg that has ended. */
  abstract hangUp(reference: string): Promise<void>;
  /** Real milliseconds that a wait of this carrier's network takes; a simulator runs faster than life. */
  abstract waitMs(networkMs: number): number;
  /** Stops without another fact, as the process does. */
  abstract close(): void;

  /** The other way round: how long a real time is in this carrier's network. */
  networkMs(realMs: number): number {
    return realMs;
  }
}
