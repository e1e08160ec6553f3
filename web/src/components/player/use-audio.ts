import { type RefObject, useEffect, useRef, useState } from 'react';

export type AudioState = 'idle' | 'preparing' | 'paused' | 'playing' | 'failed';

/**
 * An audio element and what its events report. When its source fails, `renew` gets another one, once after each `start`, and
 * playing continues at the same second.
 */
export function useAudio(renew: () => Promise<string | null>) {
  const element = useRef<HTMLAudioElement | null>(null);
  const [state, setState] = useState<AudioState>('idle');
  const [at, setAt] = useState(0);
  const [length, setLength] = useState<number | null>(null);
  const isRenewed = useRef(false);

  const load = (source: string | null, from: number) => {
    const audio = audioOf(element);
    if (source === null) return;
    if (audio.getAttribute('src') === null || audio.error) {
      setState('preparing');
      audio.preload = 'auto';
      audio.src = source;
    }
    if (from > 0 || audio.currentTime !== from) audio.currentTime = from;
    audio.play().catch(() => undefined);
  };
  const start = (source: string | null, from: number) => {
    isRenewed.current = false;
    load(source, from);
  };
  const restart = async (second: number) => {
    const isSecondFailure = isRenewed.current;
    isRenewed.current = true;
    const source = isSecondFailure ? null : await renew().catch(() => null);
    if (source === null) setState('failed');
    else load(source, second);
  };
  useAudioEvents(element, {
    timeupdate: ({ currentTime }) => setAt(currentTime),
    seeked: ({ currentTime }) => setAt(currentTime),
    playing: () => {
      isRenewed.current = false;
      setState('playing');
    },
    waiting: () => setState('preparing'),
    pause: () => setState((former) => (former === 'failed' ? former : 'paused')),
    durationchange: ({ duration }) => {
      if (Number.isFinite(duration)) setLength(duration);
    },
    error: (audio) => {
      if (audio.getAttribute('src') !== null) void restart(audio.currentTime);
    },
  });
  return { element, state, at, setAt, length, start };
}

type AudioListeners = Readonly<Record<string, (audio: HTMLAudioElement) => void>>;

/** Calls the latest listeners. The sound ends with the component. */
function useAudioEvents(element: RefObject<HTMLAudioElement | null>, listeners: AudioListeners): void {
  const latest = useRef(listeners);
  useEffect(() => {
    latest.current = listeners;
  });
  useEffect(() => {
    const audio = audioOf(element);
    const listening = new AbortController();
    for (const event of Object.keys(latest.current)) {
      audio.addEventListener(event, () => latest.current[event]?.(audio), { signal: listening.signal });
    }
    return () => {
      listening.abort();
      audio.pause();
      audio.removeAttribute('src');
    };
  }, [element]);
}

export function audioOf(element: RefObject<HTMLAudioElement | null>): HTMLAudioElement {
  element.current ??= new Audio();
  return element.current;
}
