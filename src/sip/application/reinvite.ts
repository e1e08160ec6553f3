import { type RemoteAudio, sameAudio } from '../domain/audio';
import { contactOf, endsDialog } from '../domain/dialog';
import { type SipResponse, cseqOf } from '../domain/message';
import { agreedTimer, type TimerOffer } from '../domain/session-expires';
import { sdpOf } from '../domain/uas-rules';
import { Authenticator } from './authenticator';
import type { ClientTransaction } from './client-transaction';
import type { Core } from './core';
import type { SessionOwner } from './session-types';

export type ReinviteOutcome =
  | { readonly kind: 'accepted'; readonly audio: RemoteAudio }
  /** The previous agreement stays. */
  | { readonly kind: 'refused'; readonly status: number }
  /** The call ended, or the far side has lost the dialog. */
  | { readonly kind: 'gone' };

export const MAX_GLARES = 4;
const GLARE_MS = { least: 2_100, most: 4_000 } as const;

export interface ReinviteParts {
  readonly offer: () => string;
  /** False between two tries: the far side may send its own re-INVITE then. */
  readonly pending: (pending: boolean) => void;
}

/** Retries after a 491. It refreshes the session timer, too. */
export async function reinvite(
  core: Core,
  session: SessionOwner,
  { offer, pending }: ReinviteParts,
): Promise<ReinviteOutcome> {
  const ended = (): boolean => session.ended;
  const auth = new Authenticator(session.peer.credentials, core.runtime);
  const timer = session.timerOffer();
  for (let glares = 0; ;) {
    pending(true);
    const tried = await once(core, session, { auth, timer, sdp: offer() });
    if (ended()) return { kind: 'gone' };
    if (tried === 'again') continue;
    if (tried.kind !== 'refused' || tried.status !== 491 || ++glares > MAX_GLARES) return tried;
    pending(false);
    await afterGlare(core);
    if (ended()) return { kind: 'gone' };
  }
}

/** Waits before the next try after a 491, in whole hundredths of a second (RFC 3261 section 14.1). */
export function afterGlare({ runtime }: Core): Promise<void> {
  const ms = GLARE_MS.least + runtime.random() * (GLARE_MS.most - GLARE_MS.least);
  return new Promise((resolve) => runtime.timers.after(Math.round(ms / 10) * 10, resolve));
}

interface Try {
  readonly auth: Authenticator;
  readonly timer: TimerOffer;
  readonly sdp: string;
}

async function once(
  core: Core,
  session: SessionOwner,
  { auth, timer, sdp }: Try,
): Promise<ReinviteOutcome | 'again'> {
  const request = { ...session.newRequest('INVITE'), body: sdp };
  for (const [name, value] of [...auth.lines, ...timer.lines]) request.headers.add(name, value);
  request.headers.add('supported', 'timer');
  request.headers.add('content-type', 'application/sdp');
  const target = session.record.peer;
  const sent: { transaction?: ClientTransaction } = {};
  const { timers } = core.runtime;
  const final = await new Promise<SipResponse | null>((resolve) => {
    const end = (response: SipResponse | null): void => {
      stop();
      resolve(response);
    };
    const none = (): void => end(null);
    // A provisional response, such as the 100 of a proxy, ends the timeout of the transaction.
    const stop = timers.after(64 * core.settings.times.t1, none);
    core
      .flowOf(session.record)
      .then((flow) => {
        sent.transaction = core.startTransaction(
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
              if (status >= 200) end(response);
            },
            timeout: none,
            onFailed: none,
          },
        );
      })
      .catch(none);
  });
  if (final === null) sent.transaction?.abandon();
  if (final !== null && (auth.answers(request, final) || timer.raises(final))) return 'again';
  return outcomeOf(session, final);
}

function outcomeOf(session: SessionOwner, final: SipResponse | null): ReinviteOutcome {
  if (session.ended) return { kind: 'gone' };
  if (final === null || endsDialog(final)) {
    session.onLost();
    return { kind: 'gone' };
  }
  if (final.status >= 300) return { kind: 'refused', status: final.status };
  const before = session.remoteAudio;
  const audio = session.audio.accept(sdpOf(final) ?? '');
  if (audio === null) {
    if (session.end({ by: 'failure', why: 'no_audio', q850: null })) void session.bye();
    return { kind: 'gone' };
  }
  session.onRefreshed(agreedTimer(final.headers));
  if (!sameAudio(before, audio)) session.onAgreed(audio);
  return { kind: 'accepted', audio };
}
