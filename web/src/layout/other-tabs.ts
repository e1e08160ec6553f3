import { endDrafts } from '../lib/agent/draft-key';

/** Between the tabs of a browser; where it is missing, the next request finds out. */
const channelOf = (name: string) => ('BroadcastChannel' in window ? new BroadcastChannel(name) : null);
const signOuts = channelOf('aics.sign-out');
const signIns = channelOf('aics.sign-in');

export function announceSignIn(): void {
  signIns?.postMessage(null);
}

/** Returns what ends the watch. */
export function onSignInElsewhere(listener: () => void): () => void {
  signIns?.addEventListener('message', listener);
  return () => signIns?.removeEventListener('message', listener);
}

export function announceSignOut(sessionId: string): void {
  signOuts?.postMessage(sessionId);
}

/** Another tab has signed out: nothing more of that session is stored. Returns what ends the watch. */
export function onSignOutElsewhere(listener: (sessionId: string) => void): () => void {
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'string') return;
    endDrafts(data);
    listener(data);
  };
  signOuts?.addEventListener('message', onMessage);
  return () => signOuts?.removeEventListener('message', onMessage);
}
