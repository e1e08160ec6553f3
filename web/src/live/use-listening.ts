import { useEffect, useState } from 'react';
import type { ListenSubject } from '../api/listening';
import { newAudioContext } from './audio-context';
import type { CallListening, ListeningState } from './call-listening';
import { useLiveState } from './use-live-state';

export interface CallEar {
  readonly listening: CallListening | null;
  /** Also of a listening that is over. */
  readonly state: ListeningState | null;
  readonly isOn: boolean;
  /** The code of the page is no longer served. */
  readonly isMissing: boolean;
  /** Call it in the handler of a press: else the browser plays nothing. */
  readonly start: () => void;
  readonly stop: () => void;
}

/** Made by a press in a list, for the page that it opens. */
let prepared: { readonly id: string; readonly context: AudioContext } | null = null;

/** The page of the call begins to listen when it opens. Call it in the handler of a press. */
export function prepareListening(id: string): void {
  void prepared?.context.close();
  prepared = { id, context: newAudioContext() };
}

/** Loads what listens at the first press. */
export function useListening({ kind, id }: ListenSubject): CallEar {
  const [pressed, setPressed] = useState(() => (prepared?.id === id ? prepared.context : null));
  const [listening, setListening] = useState<CallListening | null>(null);
  const [isMissing, setMissing] = useState(false);
  const state = useLiveState(listening);
  useEffect(() => {
    prepared = null;
    if (!pressed) return;
    let isWanted = true;
    import('./call-listening').then(
      ({ CallListening }) => {
        if (isWanted) setListening(new CallListening({ kind, id }, pressed));
      },
      () => setMissing(true),
    );
    return () => {
      isWanted = false;
    };
  }, [pressed, kind, id]);
  useEffect(() => () => listening?.close(), [listening]);
  const press = (context: AudioContext | null) => {
    // Only a CallListening closes its context, and its code is not loaded yet.
    if (!listening) void pressed?.close();
    setListening(null);
    setPressed(context);
  };
  return {
    listening,
    state,
    isOn: pressed !== null && state?.phase !== 'over',
    isMissing,
    start: () => press(newAudioContext()),
    stop: () => press(null),
  };
}
