import type { ListenResult } from '../conversation';
import type { ChangeSignal } from './change-signal';
import type { HoldTimer } from './hold-timer';
import type { LineClock } from './line-clock';
import type { TalkProgress } from './observer/talk-progress';
import type { SpeechInput } from './speech-input';

/** `listen` checks at this interval whether the speech or the SIP hold has ended. */
const POLL_INTERVAL_MS = 100;

export interface InputLine {
  readonly clock: LineClock;
  readonly changes: ChangeSignal;
  readonly speechInput: SpeechInput;
  readonly progress: TalkProgress;
  readonly holdTimer: HoldTimer;
}

/** The oldest input in the inbox, and what cut the line. A hang-up ends the speech under way. */
export async function receiveInput({ clock, speechInput, progress }: InputLine) {
  const { cutBy } = clock;
  if (cutBy === 'hung_up') await speechInput.finish();
  const input = speechInput.next();
  if (input) progress.onReceived(input);
  return { input, cutBy };
}

/** The contact's next input, or how the line ended. Time on SIP hold is no silence. */
export async function nextInput(line: InputLine, forMs: number): Promise<ListenResult> {
  const { clock, changes, speechInput, holdTimer } = line;
  const beganMs = clock.nowMs();
  const onHoldBeforeMs = holdTimer.totalMs;
  for (;;) {
    const { input, cutBy } = await receiveInput(line);
    if (input) return cutBy === 'hung_up' && input.kind === 'speech' ? { ...input, hungUp: true } : input;
    if (cutBy) return cutBy === 'limit' ? { kind: 'silence', forMs: clock.nowMs() } : { kind: cutBy };
    const silentMs = clock.nowMs() - beganMs - (holdTimer.totalMs - onHoldBeforeMs);
    const { isBusy } = speechInput;
    if (!isBusy && silentMs >= forMs) {
      // The agent's next words respond to the silence, not to the contact's.
      speechInput.unansweredMs = null;
      return { kind: 'silence', forMs: silentMs };
    }
    await changes.wait(isBusy || holdTimer.isOnHold ? POLL_INTERVAL_MS : forMs - silentMs);
  }
}
