import type { RemoteAudio } from '../domain/audio';
import { contactOf } from '../domain/dialog';
import { type SipResponse, cseqOf } from '../domain/message';
import { sdpOf } from '../domain/uas-rules';
import { Authenticator } from './authenticator';
import type { Core } from './core';
import type { SessionOwner } from './session-types';

export type ReinviteOutcome =
  | { readonly kind: 'accepted'; readonly audio: RemoteAudio }
  /** The previous agreement stays. */
  | { readonly kind: 'refused'; readonly status: number }
  /** The call ended, or the far side has lost the dialog. */
  | { readonly kind: 'gone' };

const MAX_GLARES = 4;
const GLARE_MS = { least: 2_100, most: 4_000 } as const;

/** Retries after a 491. `pending` is false between two tries: the far side may send its own re-INVITE then. */
export async function reinvite(
  core: Core,
  session: SessionOwner,
  pending: (pending: boolean) => void,
): Promise<ReinviteOutcome> {
  const ended = (): boolean => session.ended;
  const auth = new Authenticator(session.peer.credentials, core.runtime);
  for (let glares = 0; ;) {
    pending(true);
    const tried = await once(core, session, auth);
    if (ended()) return { kind: 'gone' };
    if (tried === 'again') continue;
    if (tried.kind !== 'refused' || tried.status !== 491 || ++glares > MAX_GLARES) return tried;
    pending(false);
    const ms = GLARE_MS.least + core.runtime.random() * (GLARE_MS.most - GLARE_MS.least);
    // In whole hundredths of a second (RFC 3261 section 14.1).
    await new Promise<void>((resolve) => core.runtime.timers.set(Math.round(ms / 10) * 10, resolve));
    if (ended()) return { kind: 'gone' };
  }
}

async function once(
  core: Core,
  session: SessionOwner,
  auth: Authenticator,
): Promise<ReinviteOutcome | 'again'> {
  const offer = session.audio.offer();
  const request = { ...session.newRequest('INVITE'), body: offer };
  for (const [name, value] of auth.lines) request.headers.add(name, value);
  request.headers.add('content-type', 'application/sdp');
  const target = session.record.peer;
  const final = await new Promise<SipResponse | null>((resolve) => {
    const none = (): void => resolve(null);
    core
      .flowOf(session.record)
      .then((flow) => {
        core.startTransaction(
          request,
          flow,
          { target, peer: session.peer, contact: session.contact },
          {
            response: (response) => {
              const { status } = response;
              // Each repeated 2xx gets its ACK again.
              if (status >= 200 && status < 300) {
                session.retarget(contactOf(response));
                void session.ack(cseqOf(request)?.number ?? 0, auth.lines);
              }
              if (status >= 200) resolve(response);
            },
            timeout: none,
            failed: none,
          },
        );
      })
      .catch(none);
  });
  if (final !== null && auth.answers(request, final)) return 'again';
  return outcomeOf(session, final);
}

function outcomeOf(session: SessionOwner, final: SipResponse | null): ReinviteOutcome {
  if (session.ended) return { kind: 'gone' };
  if (final === null || final.status === 481 || final.status === 408) {
    // RFC 5057: the far side has lost the dialog.
    if (session.end({ by: 'failure', why: 'gone', q850: null })) void session.bye();
    return { kind: 'gone' };
  }
  if (final.status >= 300) return { kind: 'refused', status: final.status };
  const audio = session.audio.accept(sdpOf(final) ?? '');
  if (audio === null) {
    if (session.end({ by: 'failure', why: 'no_audio', q850: null })) void session.bye();
    return { kind: 'gone' };
  }
  session.agreed(audio);
  return { kind: 'accepted', audio };
}
