import { shownNumber } from '../../../lib/shown-time';
import type { LiveTurn } from '../../../lib/live/live-message';
import { voiceTest as texts } from '../../../messages/en/voice-test';
import styles from './talk.module.css';

/** How long the person waited for an answer; its parts on hover and focus. */
export function AnswerTime({ response_ms, stages = {} }: Pick<LiveTurn, 'response_ms' | 'stages'>) {
  if (response_ms === undefined) return null;
  const parts = Object.entries(stages)
    .filter((entry): entry is [string, number] => entry[1] !== null)
    .map(([stage, ms]) => texts.stage(texts.stages.get(stage) ?? stage, shownNumber(ms)))
    .join(', ');
  return (
    <p className={styles.time}>
      <span
        className={styles.stages}
        {...(parts !== '' && { tabIndex: 0, title: parts, 'data-stages': parts })}
      >
        {texts.answered(shownNumber(response_ms))}
      </span>
    </p>
  );
}
