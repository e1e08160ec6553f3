import {
  type AwaitedWork,
  type ListenResult,
  type Spoken,
  type WaitResult,
  type WorkWait,
  written,
} from '../conversation';
import { type InputLine, receiveInput } from './next-input';

/** `waitForWork` checks at this interval whether the contact has finished to speak. */
const POLL_INTERVAL_MS = 100;

/** Speaks phrases while work runs, and collects the contact's turns. What is no turn is the next input after the work. */
export async function waitForWork<T>(
  line: InputLine,
  work: AwaitedWork<T>,
  wait: WorkWait,
  speak: (text: AsyncIterable<string>) => Promise<Spoken | null>,
): Promise<WaitResult<T>> {
  const { clock, changes, speechInput } = line;
  const ended: { readonly value: T }[] = [];
  const later: ListenResult[] = [];
  void work.over.then((value) => {
    ended.push({ value });
    changes.notify();
  });
  let dueMs = clock.nowMs() + wait.firstMs;
  for (;;) {
    const { input, cutBy } = await receiveInput(line);
    const [done] = ended;
    const leftMs = dueMs - clock.nowMs();
    if (input?.kind === 'speech') {
      const { text, startMs, endMs } = input;
      wait.onHeard({ text, startMs, endMs });
    } else if (input) later.push(input);
    else if (cutBy) return { endedBy: cutBy };
    else if (speechInput.isBusy) await changes.wait(POLL_INTERVAL_MS);
    else if (done) {
      speechInput.giveBack(later);
      return done;
    } else if (leftMs > 0) await changes.wait(leftMs);
    else {
      dueMs += wait.everyMs;
      const spoken = await speak(written(wait.phrase()));
      if (spoken) wait.onSpoken(spoken);
    }
  }
}
