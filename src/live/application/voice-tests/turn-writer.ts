import type { Turn } from '../../../shared-kernel/talk';
import type { Timers } from '../../../platform/kernel/time/timers';
import type { TestTurn } from '../../domain/voice-test';

/** The text of a host that dies is stored up to a second before. */
const DELAY_MS = 300;

/** Has the turns of a talk and stores changes soon, one write at a time. A failed write is repeated. */
export class TurnWriter {
  readonly turns: TestTurn[] = [];
  #isChanged = false;
  #isStopped = false;
  #writing: Promise<void> | null = null;
  #stopTimer: (() => void) | null = null;

  constructor(
    private readonly timers: Timers,
    private readonly write: (turns: readonly TestTurn[]) => Promise<void>,
  ) {}

  add(turn: TestTurn): void {
    this.turns.push(turn);
    this.#onChanged();
  }

  /** The uses of tools before a turn that was added; its observer does not know them. */
  addUses({ startMs, toolInvocations }: Turn): void {
    if (!toolInvocations) return;
    const place = this.turns.findLastIndex((turn) => turn.speaker === 'agent' && turn.startMs === startMs);
    const turn = this.turns[place];
    if (!turn) return;
    this.turns[place] = { ...turn, toolInvocations };
    this.#onChanged();
  }

  /** Begins no more writes. */
  stop(): void {
    this.#isStopped = true;
    this.#stopTimer?.();
  }

  #onChanged(): void {
    this.#isChanged = true;
    if (this.#isStopped || this.#stopTimer || this.#writing) return;
    this.#stopTimer = this.timers.after(DELAY_MS, () => {
      this.#stopTimer = null;
      this.#run();
    });
  }

  #run(): void {
    this.#isChanged = false;
    this.#writing = this.write(this.turns)
      .catch(() => {
        this.#isChanged = true;
      })
      .finally(() => {
        this.#writing = null;
        if (this.#isChanged) this.#onChanged();
      });
  }
}
