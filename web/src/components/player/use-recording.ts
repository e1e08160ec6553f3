import { useState } from 'react';
import { audioOf, type AudioState, useAudio } from './use-audio';

export interface Recording {
  readonly state: AudioState;
  /** The recording plays, or a position was chosen. */
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
  const { element, state, at, setAt, length: loadedLength, start } = useAudio(renew);
  const length = loadedLength ?? seconds;
  const [speed, setRate] = useState(1);
  return {
    state,
    isHeard: state !== 'idle' || at > 0,
    at,
    length,
    speed,
    play: () => start(path, audioOf(element).ended ? 0 : at),
    pause: () => audioOf(element).pause(),
    seek: (to, andPlay = false) => {
      const audio = audioOf(element);
      const second = Math.max(0, Math.min(to, length));
      setAt(second);
      if (andPlay) start(path, second);
      else if (audio.getAttribute('src') !== null) audio.currentTime = second;
    },
    setSpeed: (rate) => {
      const audio = audioOf(element);
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
      setRate(rate);
    },
  };
}
