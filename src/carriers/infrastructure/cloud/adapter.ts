import type { StreamEncoding } from '../../../media';
import type { LegFailure } from '../../domain/cause-map';
import type { BridgeEnd, BridgeLeg } from '../../domain/bridge-end';
import type { CloudKind } from '../../../trunks';
import type { CloudHttpClient } from './cloud-http-client';

/** The operator's settings of a trunk; options and opened secrets by name, as text. */
export interface CloudSettings {
  readonly baseUrl: string;
  readonly options: ReadonlyMap<string, string>;
  /** IPv4 sources of callbacks; null: any. */
  readonly allow: readonly string[] | null;
}

/**
 * `status` of a leg; `answer`: the instruction for an answered leg; `next`: the instruction after the end of a
 * bridged phone; `recording`: it is ready; `inbound`: a call that comes in; `media`: the socket with the audio of a
 * leg.
 */
export type CallbackKind = 'status' | 'answer' | 'next' | 'recording' | 'inbound' | 'media';

export type Pairs = readonly (readonly [string, string])[];

/** A request, as far as its signature covers it. */
export interface SignedRequest {
  readonly kind: CallbackKind;
  /** As we issued it, with its query, and the carrier's scheme: wss or ws for a socket. */
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  /** The parsed body (`parseBody`); empty without a body. */
  readonly form: Pairs;
}

/** The status of a call, from a callback or a REST response. */
export interface CloudCallStatus {
  readonly carrierCallId: string;
  readonly state: 'queued' | 'in_transit' | 'ringing' | 'answered' | 'ended';
  /** null: it was answered, or continues. */
  readonly event: LegFailure | null;
  /** For the timeline. */
  readonly carrierStatus: string;
}

export type CloudLegStatus = Omit<CloudCallStatus, 'carrierCallId'>;

export interface BridgeStatus {
  /** The carrier's id of the whole call: that of the parent leg. */
  readonly carrierCallId: string;
  readonly parent?: CloudLegStatus;
  readonly child?: 'ringing' | 'answered';
  readonly childId?: string;
  /** Why the child was not answered; no end by itself. */
  readonly childCause?: LegFailure;
  readonly end?: BridgeEnd;
}

export interface InboundCallback {
  readonly carrierCallId: string;
  /** E.164. */
  readonly called: string;
  /** E.164; null: withheld. */
  readonly caller: string | null;
}

/** Rings one phone for an AI call. The addresses are for this leg only. */
export interface CreateCallOptions {
  /** E.164. */
  readonly to: string;
  readonly from: string;
  readonly ringSeconds: number;
  readonly statusUrl: string;
  /** Requests the instruction after the answer, for carriers that need it. */
  readonly answerUrl: string;
  /** Receives the audio after the answer; wss or ws. */
  readonly mediaUrl: string;
}

/** Rings two phones, the counsellor's first, and bridges them. The addresses are for this call only. */
export interface CreateBridgeOptions {
  /** E.164. */
  readonly counsellor: string;
  readonly contact: string;
  readonly from: string;
  readonly ringSeconds: number;
  readonly maxTalkSeconds: number;
  readonly record: boolean;
  readonly statusUrl: string;
  /** Requests the instruction after the counsellor's answer, for carriers that need it. */
  readonly answerUrl: string;
  readonly contactUrl: string;
  readonly recordingUrl: string;
}

/** A phone that the carrier rings for an existing call, and bridges with it. */
export interface DialTarget {
  /** E.164. */
  readonly to: string;
  readonly from: string;
  readonly ringSeconds: number;
  /** 0: no limit. */
  readonly maxTalkSeconds: number;
  readonly record: boolean;
  readonly statusUrl: string;
  /** Requests the next instruction; null: the call ends. */
  readonly nextUrl: string | null;
  readonly recordingUrl: string;
}

/** The response itself, or the address of it, by carrier. */
export interface RedirectInstruction {
  readonly response: CallbackResponse;
  readonly answerUrl: string;
}

/** Each throws CloudFailure. */
export interface CloudCallsApi {
  /** Changes nothing, and succeeds only with the right credentials. @returns the response's JSON; null: it is none */
  verifyCredentials(): Promise<unknown>;
  /** @returns the carrier's id of the call */
  createCall(order: CreateCallOptions): Promise<string>;
  /** @returns the carrier's id of the call */
  createBridge(order: CreateBridgeOptions): Promise<string>;
  fetchCall(carrierCallId: string): Promise<CloudCallStatus>;
  fetchBridge(carrierCallId: string, child: Pick<DialTarget, 'to' | 'from'>): Promise<BridgeStatus>;
  /** Calls that a dial without a response may have created: same numbers, begun at `since` or later. */
  listCalls(order: Pick<CreateCallOptions, 'to' | 'from'>, since: Date): Promise<readonly CloudCallStatus[]>;
  /** Idempotent. Ends a ringing call, too. */
  endCall(carrierCallId: string): Promise<void>;
  /** Redirects an answered call. Absent: the carrier cannot. */
  redirectCall?(carrierCallId: string, turn: RedirectInstruction): Promise<void>;
  /** Cancels a queued call. False when it has begun. */
  cancelCall(carrierCallId: string): Promise<boolean>;
  /** Absolute, or below the base URL; null: there is none yet. */
  recordingUrl(carrierCallId: string): Promise<string | null>;
}

export interface CallbackResponse {
  readonly contentType: string;
  readonly body: string;
}

/** null: not relevant. */
export type StreamEvent =
  | { readonly type: 'start'; readonly streamId: string; readonly encoding: StreamEncoding }
  | { readonly type: 'audio'; readonly bytes: Uint8Array }
  | { readonly type: 'key'; readonly key: string }
  /** The call ended, or the carrier ended the stream. */
  | { readonly type: 'stop' };

/** `read` never throws. */
export interface StreamCodec {
  /** Frames of 20 ms in each piece of our audio. */
  readonly chunkFrames: number;
  read(message: string): StreamEvent | null;
  audio(streamId: string, bytes: Uint8Array): string;
  clear(streamId: string): string;
}

/** The requests, callbacks, signatures and audio of one cloud carrier. CloudCarrier does the rest. */
export interface CloudAdapter {
  /** The kind is also part of the addresses that we issue. */
  readonly kind: CloudKind;
  readonly statusUpdates: 'realtime' | 'final_only';
  credentials(settings: CloudSettings): { readonly user: string; readonly password: string };
  /** The limit of a trunk, over all processes; null: no limit. */
  readonly maxReadsPerMinute: number | null;
  /** null: the status decides. `code`: the carrier's own. */
  failureOf(status: number, code: number | null): LegFailure | null;
  rest(api: CloudHttpClient, settings: CloudSettings): CloudCallsApi;
  /** With their methods; a missing one gets 404. */
  readonly callbacks: ReadonlyMap<CallbackKind, 'GET' | 'POST' | 'socket'>;
  /** Never throws. Carriers that send JSON have `jsonFields`. */
  parseBody(body: string): Pairs;
  /** Whether the carrier sent a request. In constant time; an unauthentic request has no effect. */
  isAuthentic(request: SignedRequest, settings: CloudSettings): boolean;
  /** Reads the status from the fields of query and body; null: unknown. */
  parseStatus(fields: ReadonlyMap<string, string>): CloudCallStatus | null;
  /** The status of a human call or a transfer. @param leg whose callback address this is */
  parseBridgeStatus(fields: ReadonlyMap<string, string>, leg: BridgeLeg): BridgeStatus | null;
  /** Responds to `answer` of a human call: bridges the contact. */
  bridgeResponse(order: CreateBridgeOptions): CallbackResponse;
  /** Bridges a call with another phone; null: the carrier cannot during a call. */
  readonly dialResponse: ((target: DialTarget) => CallbackResponse) | null;
  /** null: no inbound call. */
  parseInbound(fields: ReadonlyMap<string, string>): InboundCallback | null;
  /** Responds to `answer`, and to `inbound` of an admitted call: connects the audio. */
  streamResponse(mediaUrl: string): CallbackResponse;
  readonly rejectResponse: CallbackResponse;
  readonly acknowledgement: CallbackResponse;
  readonly stream: StreamCodec;
}
