import type { StreamEncoding } from '../../../media';
import type { LegName } from '../../domain/carrier';
import type { LegFailure } from '../../domain/cause-map';
import type { BridgeEnd } from '../../domain/bridge-end';
import type { CloudKind } from '../../../trunks';
import type { CloudHttpClient } from './cloud-http-client';

/** A cloud trunk as its operator set it up; options and opened secrets by their names in the trunk's table, as text. */
export interface CloudSettings {
  readonly baseUrl: string;
  readonly options: ReadonlyMap<string, string>;
  /** IPv4 networks that callbacks may come from; null: any. */
  readonly allow: readonly string[] | null;
}

/**
 * The callbacks of a carrier: `status` of a leg; `answer`, the instruction for an answered leg; `next`, the
 * instruction after the end of a bridged phone; `recording` is ready; `inbound`, a call that comes in; `media`,
 * the socket with the audio of a leg.
 */
export type CallbackKind = 'status' | 'answer' | 'next' | 'recording' | 'inbound' | 'media';

export type Pairs = readonly (readonly [string, string])[];

/** A request of the carrier, as far as its signature covers it. */
export interface SignedRequest {
  readonly kind: CallbackKind;
  /** The address as we gave it out, with its query, and the scheme that the carrier used: wss or ws for a socket. */
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  /** Of the body, as `form` has read it; empty without one. */
  readonly form: Pairs;
}

/** The status of a call, from a callback or a REST response. */
export interface CloudCallStatus {
  readonly carrierCallId: string;
  readonly state: 'queued' | 'in_transit' | 'ringing' | 'answered' | 'ended';
  /** Why a call ended that nobody answered; null: it was answered, or goes on. */
  readonly event: LegFailure | null;
  /** The carrier's own text, for the timeline. */
  readonly carrierStatus: string;
}

export type CloudLegStatus = Omit<CloudCallStatus, 'carrierCallId'>;

export interface BridgeStatus {
  /** The carrier's id of the whole call, which is that of the counsellor's phone. */
  readonly carrierCallId: string;
  readonly counsellor?: CloudLegStatus;
  readonly contact?: 'ringing' | 'answered';
  readonly contactId?: string;
  readonly end?: BridgeEnd;
}

export interface InboundCallback {
  readonly carrierCallId: string;
  /** E.164. */
  readonly called: string;
  /** E.164; null: the caller shows no number. */
  readonly caller: string | null;
}

/** One phone that is to be rung for an AI call. Addresses are ours, for this leg alone. */
export interface CreateCallOptions {
  /** E.164. */
  readonly to: string;
  readonly from: string;
  readonly ringSeconds: number;
  readonly statusUrl: string;
  /** Receives the request for an instruction after the answer, of carriers that need it. */
  readonly answerUrl: string;
  /** Where the carrier connects the audio, once somebody answers; wss or ws. */
  readonly mediaUrl: string;
}

/** Two phones to be rung, the counsellor's first, and to be joined by the carrier. Addresses are ours, for this call alone. */
export interface CreateBridgeOptions {
  /** E.164. */
  readonly counsellor: string;
  readonly contact: string;
  readonly from: string;
  readonly ringSeconds: number;
  readonly maxTalkSeconds: number;
  readonly record: boolean;
  readonly statusUrl: string;
  /** Receives the request for an instruction after the counsellor's answer, of carriers that need it. */
  readonly answerUrl: string;
  readonly contactUrl: string;
  readonly recordingUrl: string;
}

/** A phone that the carrier rings for a call which it has already, and joins with it. Addresses are ours. */
export interface DialTarget {
  /** E.164. */
  readonly to: string;
  readonly from: string;
  readonly ringSeconds: number;
  /** 0: no limit. */
  readonly maxTalkSeconds: number;
  readonly record: boolean;
  readonly statusUrl: string;
  /** Receives the request for the next instruction; null: the call ends. */
  readonly nextUrl: string | null;
  readonly recordingUrl: string;
}

/** The next instruction of a call: the response itself, or the address of it, by carrier. */
export interface RedirectInstruction {
  readonly response: CallbackResponse;
  readonly answerUrl: string;
}

/** The requests to the carrier. Each throws CloudFailure. */
export interface CloudCallsApi {
  /** A request that changes nothing and succeeds with the right credentials alone. */
  verifyCredentials(): Promise<void>;
  /** Rings a phone. @returns the carrier's id of the call */
  createCall(order: CreateCallOptions): Promise<string>;
  /** Rings two phones and joins them. @returns the carrier's id of the call */
  createBridge(order: CreateBridgeOptions): Promise<string>;
  fetchCall(carrierId: string): Promise<CloudCallStatus>;
  fetchBridge(
    carrierId: string,
    phones: Pick<CreateBridgeOptions, 'contact' | 'from'>,
  ): Promise<BridgeStatus>;
  /** Calls that a dial whose answer was lost may have made: same numbers, begun at that instant or later. */
  listCalls(order: Pick<CreateCallOptions, 'to' | 'from'>, since: Date): Promise<readonly CloudCallStatus[]>;
  /** Ends a call, whether it rings or talks; one that is over stays so. */
  endCall(carrierId: string): Promise<void>;
  /** Does something else with a call that somebody answered. Absent: the carrier cannot. */
  redirectCall?(carrierId: string, turn: RedirectInstruction): Promise<void>;
  /** Cancels a call that the carrier has not begun. False when it has begun. */
  cancelCall(carrierId: string): Promise<boolean>;
  /** Where the recording of a call that it bridged is, absolute or below the base URL; null: there is none yet. */
  recordingUrl(carrierId: string): Promise<string | null>;
}

export interface CallbackResponse {
  readonly contentType: string;
  readonly body: string;
}

/** A message on the carrier's socket; null: not relevant. */
export type StreamEvent =
  | { readonly type: 'start'; readonly streamId: string; readonly encoding: StreamEncoding }
  | { readonly type: 'audio'; readonly bytes: Uint8Array }
  | { readonly type: 'key'; readonly key: string }
  /** The call is over, or the carrier has ended the stream. */
  | { readonly type: 'stop' };

/** Messages on the carrier's socket. `read` never throws, whatever comes. */
export interface StreamCodec {
  /** Frames of 20 ms in each piece of audio that the carrier is sent. */
  readonly chunkFrames: number;
  read(message: string): StreamEvent | null;
  audio(streamId: string, bytes: Uint8Array): string;
  clear(streamId: string): string;
}

/**
 * The requests, callbacks, signatures and audio of one cloud carrier. CloudCarrier does everything else. To add a
 * carrier, write its adapter and add a line to CLOUD_ADAPTERS.
 */
export interface CloudAdapter {
  /** The kind of its trunks; also in the addresses that we give out. */
  readonly kind: CloudKind;
  readonly statusUpdates: 'realtime' | 'final_only';
  credentials(settings: CloudSettings): { readonly user: string; readonly password: string };
  /** The carrier's limit of reads a minute for a trunk, over all processes; null: no limit. */
  readonly maxReadsPerMinute: number | null;
  /** What a refusal of the API means; null: its status decides. `code`: the carrier's own. */
  failureOf(status: number, code: number | null): LegFailure | null;
  rest(api: CloudHttpClient, settings: CloudSettings): CloudCallsApi;
  /** The callbacks and their methods; a missing one gets 404. */
  readonly callbacks: ReadonlyMap<CallbackKind, 'GET' | 'POST' | 'socket'>;
  /** Reads a body; never throws. Carriers that send JSON have `jsonFields`. */
  parseBody(body: string): Pairs;
  /** Whether the carrier itself sent a request. In constant time; nothing of the request is believed before. */
  isAuthentic(request: SignedRequest, settings: CloudSettings): boolean;
  /** The status in a callback, by the fields of query and body; null: not known. */
  parseStatus(fields: ReadonlyMap<string, string>): CloudCallStatus | null;
  /** The status of a human call in a callback. @param who whose address received it */
  parseBridgeStatus(fields: ReadonlyMap<string, string>, who: LegName): BridgeStatus | null;
  /** The answer to `answer` of a human call: joins the contact. */
  bridgeResponse(order: CreateBridgeOptions): CallbackResponse;
  /** The answer that joins a call with one more phone; null: the carrier cannot do it in the middle of a call. */
  readonly dialResponse: ((person: DialTarget) => CallbackResponse) | null;
  /** The call that a request to the inbound address is about; null: it is none. */
  parseInbound(fields: ReadonlyMap<string, string>): InboundCallback | null;
  /** The response to `answer`, and to `inbound` of an admitted call: connects the audio. */
  streamResponse(mediaUrl: string): CallbackResponse;
  readonly rejectResponse: CallbackResponse;
  readonly acknowledgement: CallbackResponse;
  readonly stream: StreamCodec;
}
