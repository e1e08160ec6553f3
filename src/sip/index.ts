/** A SIP user agent over UDP, TCP and TLS. It depends on no context and no framework. */
export { type SipEndpoint, type SipEndpointOptions, openSipEndpoint } from './sip-endpoint';
export type { UserAgent, UserAgentHooks } from './application/user-agent';
export type { CallFailure, CallHandlers, CallOptions, Provisional } from './application/call-outcome';
export type { IncomingCall } from './application/incoming-call';
export type { OutgoingCall } from './application/outgoing-call';
export type { Registrar } from './application/registrar/registrar';
export type { RegistrarUser } from './application/registrar/registrar-users';
export type { Registration, RegistrationState } from './application/registration';
export type { Session } from './application/session';
export type { SessionEnd, SessionHandlers } from './application/session-types';
export type { PeerSettings, OrphanedInvite, TraceEvent } from './application/settings';
export type { Binding } from './domain/bindings';
export {
  type Codec,
  type RemoteAudio,
  TELEPHONE_EVENT,
  acceptAudio,
  answerAudio,
  offerAudio,
} from './domain/audio';
export { type DialogRecord, endsDialog, type InviteRecord } from './domain/dialog';
export { inNetworks, Networks } from './domain/networks';
export type { Target, TlsIdentity, TlsSettings } from './domain/ports';
export type { Server } from './infrastructure/resolver';
export { TlsFiles } from './infrastructure/tls-files';
export { escapeUser, parseUri, plainUser } from './domain/uri';
export { SILENCE_TIMEOUT_MS } from './domain/target-health';
