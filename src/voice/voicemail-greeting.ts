import type { ChangeSignal } from './change-signal';
import type { SpeechInput } from './speech-input';
import type { LineClock } from './line-clock';

/** A greeting without a beep ends after this time without speech. */
const QUIET_MS = 2_000;
/** A greeting ends after this time in any case. */
const MAX_GREETING_MS = 30_000;
const POLL_INTERVAL_MS = 100;

/** After the beep, after a pause, or when the line is cut. */
export async function greetingEnd(
  speechInput: SpeechInput,
  clock: LineClock,
  changes: ChangeSignal,
): Promise<void> {
  const beganMs = clock.nowMs();
  const { beeps } = speechInput;
  speechInput.listenForBeeps();
  let quietSinceMs = beganMs;
  while (!clock.cutBy && speechInput.beeps === beeps && clock.nowMs() - beganMs < MAX_GREETING_MS) {
    if (speechInput.turns.isVoiced) quietSinceMs = clock.nowMs();
    else if (clock.nowMs() - quietSinceMs >= QUIET_MS) break;
    await changes.wait(POLL_INTERVAL_MS);
  }
}
