import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';

type State = 'idle' | 'preparing' | 'paused' | 'playing' | 'failed';

export interface Recording {
  readonly state: State;
  /** It plays, or a position was chosen. */
  readonly isHeard: boolean;
  readonly at: number;
  /** In seconds; the call's until the recording is loaded. */
  readonly length: number;
  readonly speed: number;
  readonly play: () => void;
  readonly pause: () => void;
  readonly seek: (seconds: number, andPlay?: boolean) => void;
  readonly setSpeed: (speed: number) => void;
}

/** When the link has expired, `renew` gets a new one once, and playing continues at the same second. */
export function useRecording(
  path: string | null,
  seconds: number,
  renew: () => Promise<string | null>,
): Recording {
  const element = useRef<HTMLAudioElement | null>(null);
  const [state, setState] = useState<State>('idle');
  const [at, setAt] = useState(0);
  const [loadedLength, setLength] = useState<number | null>(null);
  const length = loadedLength ?? seconds;
  const [speed, setRate] = useState(1);
  const isRenewed = useRef(false);
  const current = useRef({ path, renew });
  useEffect(() => {
    current.current = { path, renew };
  }, [path, renew]);

  const start = useCallback((source: string | null, from: number) => {
    const audio = audioOf(element);
    if (source === null) return;
    if (audio.getAttribute('src') === null || audio.error) {
      setState('preparing');
      audio.preload = 'auto';
      audio.src = source;
    }
    if (from > 0 || audio.currentTime !== from) audio.currentTime = from;
    audio.play().catch(() => undefined);
  }, []);

  useEffect(() => {
    const audio = audioOf(element);
    const on: Record<string, () => void> = {
      timeupdate: () => setAt(audio.currentTime),
      seeked: () => setAt(audio.currentTime),
      playing: () => {
        isRenewed.current = false;
        setState('playing');
      },
      waiting: () => setState('preparing'),
      pause: () => setState((former) => (former === 'failed' ? former : 'paused')),
      durationchange: () => {
        if (Number.isFinite(audio.duration)) setLength(audio.duration);
      },
      error: () => {
        if (audio.getAttribute('src') === null) return;
        if (isRenewed.current) {
          setState('failed');
          return;
        }
        isRenewed.current = true;
        const second = audio.currentTime;
        current.current.renew().then(
          (source) => {
            if (source === null) setState('failed');
            else start(source, second);
          },
          () => setState('failed'),
        );
      },
    };
    for (const [event, listener] of Object.entries(on)) audio.addEventListener(event, listener);
    return () => {
      for (const [event, listener] of Object.entries(on)) audio.removeEventListener(event, listener);
      audio.pause();
      audio.removeAttribute('src');
    };
  }, [start]);

  return useMemo(
    () => ({
      state,
      isHeard: state !== 'idle' || at > 0,
      at,
      length,
      speed,
      play: () => start(current.current.path, audioOf(element).ended ? 0 : at),
      pause: () => audioOf(element).pause(),
      seek: (to, andPlay = false) => {
        const audio = audioOf(element);
        const second = Math.max(0, Math.min(to, length));
        setAt(second);
        if (andPlay) start(current.current.path, second);
        else if (audio.getAttribute('src') !== null) audio.currentTime = second;
      },
      setSpeed: (rate) => {
        const audio = audioOf(element);
        audio.defaultPlaybackRate = rate;
        audio.playbackRate = rate;
        setRate(rate);
      },
    }),
    [state, at, length, speed, start],
  );
}

function audioOf(element: RefObject<HTMLAudioElement | null>): HTMLAudioElement {
  element.current ??= new Audio();
  return element.current;
}
