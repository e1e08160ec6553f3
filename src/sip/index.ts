/** A SIP user agent over UDP, TCP and TLS. It asks nobody: no context, no framework. */
export { type SipEndpoint, type SipEndpointOptions, openSipEndpoint } from './sip-endpoint';
export type { UserAgent } from './application/user-agent';
export type { CallFailure, CallHandlers, CallOptions, Provisional } from './application/call-outcome';
export type { IncomingCall } from './application/incoming-call';
export type { OutgoingCall } from './application/outgoing-call';
export type { Registration, RegistrationState } from './application/registration';
export type { Session, SessionEnd, SessionHandlers } from './application/session';
export type { PeerSettings, TraceEvent, UserAgentHooks } from './application/settings';
export { type Codec, type RemoteAudio, acceptAudio, answerAudio, offerAudio } from './domain/audio';
export type { DialogRecord, InviteRecord } from './domain/dialog';
export type { Target } from './domain/ports';
export { escapeUser, parseUri, plainUser } from './domain/uri';
