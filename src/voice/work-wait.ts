import {
  type AwaitedWork,
  type ListenResult,
  type Spoken,
  type WaitResult,
  type WorkWait,
  written,
} from '../conversation';
import type { InputLine } from './next-input';

/** `waitForWork` checks at this interval whether the contact has finished to speak. */
const POLL_INTERVAL_MS = 100;

/** Speaks phrases while work runs, and collects the contact's turns. What is no turn is the next input after the work. */
export async function waitForWork<T>(
  { clock, changes, speechInput, progress }: InputLine,
  work: AwaitedWork<T>,
  wait: WorkWait,
  speak: (text: AsyncIterable<string>) => Promise<Spoken | null>,
): Promise<WaitResult<T>> {
  const ended: { readonly value: T }[] = [];
  const later: ListenResult[] = [];
  void work.over.then((value) => {
    ended.push({ value });
    changes.notify();
  });
  let dueMs = clock.nowMs() + wait.firstMs;
  for (;;) {
    const endedBy = clock.cutBy;
    if (endedBy === 'hung_up') await speechInput.finish();
    const input = speechInput.next();
    if (input) {
      progress.onReceived(input);
      if (input.kind === 'speech') {
        const { text, startMs, endMs } = input;
        wait.onHeard({ text, startMs, endMs });
      } else later.push(input);
      continue;
    }
    if (endedBy) return { endedBy };
    const { isBusy } = speechInput;
    const [done] = ended;
    if (done && !isBusy) {
      speechInput.giveBack(later);
      return done;
    }
    const leftMs = dueMs - clock.nowMs();
    if (leftMs > 0 || isBusy) await changes.wait(isBusy ? POLL_INTERVAL_MS : leftMs);
    else {
      dueMs += wait.everyMs;
      const spoken = await speak(written(wait.phrase()));
      if (spoken) wait.onSpoken(spoken);
    }
  }
}
