import type { KeyboardEvent } from 'react';
import { shownLength } from '../../lib/shown-time';
import { t } from '../../messages/en';
import { Button, buttonLink } from '../button/button';
import { Icon } from '../icon/icon';
import styles from './player.module.css';
import type { Recording } from './use-recording';

const SPEEDS = [1, 1.25, 1.5, 1.75, 2];
const JUMP = 5;

interface PlayerProps {
  readonly recording: Recording;
  readonly download: string;
}

export function Player({ recording, download }: PlayerProps) {
  const { state, at, play, pause, seek } = recording;
  const isPlaying = state === 'playing' || state === 'preparing';
  const toggle = isPlaying ? pause : play;
  return (
    <div
      className={styles.player}
      role="group"
      aria-label={t.call.recording}
      {...keyHandlersOf(recording, toggle)}
    >
      <Button look="main" aria-label={isPlaying ? t.call.pause : t.call.play} onClick={toggle}>
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </Button>
      <Button look="quiet" aria-label={t.call.back} onClick={() => seek(at - JUMP)}>
        <Icon name="back" />
      </Button>
      <Button look="quiet" aria-label={t.call.forward} onClick={() => seek(at + JUMP)}>
        <Icon name="forward" />
      </Button>
      <Position recording={recording} />
      <Speed recording={recording} />
      <a className={buttonLink('quiet')} href={download} download aria-label={t.call.download}>
        <Icon name="download" />
      </a>
      <p role="status" className={styles.told}>
        {state === 'preparing' && t.call.preparing}
        {state === 'failed' && t.call.failed}
      </p>
    </div>
  );
}

/** Space plays and pauses, ← and → jump. With a modifier they are the browser's, such as Alt and ← for Back. */
function keyHandlersOf({ at, seek }: Recording, toggle: () => void) {
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const { target, key, altKey, ctrlKey, metaKey } = event;
      if (target instanceof HTMLSelectElement || altKey || ctrlKey || metaKey) return;
      const isLink = target instanceof HTMLAnchorElement;
      if (key === ' ' && !isLink) toggle();
      else if (key === 'ArrowLeft') seek(at - JUMP);
      else if (key === 'ArrowRight') seek(at + JUMP);
      else return;
      event.preventDefault();
    },
    onKeyUp: (event: KeyboardEvent) => {
      // A button is pressed when Space is released; it has acted already.
      if (event.key === ' ' && event.target instanceof HTMLButtonElement) event.preventDefault();
    },
  };
}

function Position({ recording: { at, length, seek } }: Pick<PlayerProps, 'recording'>) {
  return (
    <>
      <input
        type="range"
        className={styles.position}
        aria-label={t.call.position}
        aria-valuetext={t.call.positionText(shownLength(at), shownLength(length))}
        min={0}
        max={Math.max(1, Math.floor(length))}
        step={1}
        value={Math.floor(at)}
        onChange={({ target }) => seek(Number(target.value))}
      />
      <span className={styles.time}>
        {shownLength(at)} / {shownLength(length)}
      </span>
    </>
  );
}

function Speed({ recording: { speed, setSpeed } }: Pick<PlayerProps, 'recording'>) {
  return (
    <select
      className={styles.speed}
      aria-label={t.call.speed}
      value={speed}
      onChange={({ target }) => setSpeed(Number(target.value))}
    >
      {SPEEDS.map((one) => (
        <option key={one} value={one}>
          {one}×
        </option>
      ))}
    </select>
  );
}
