/** A task that takes longer, for example on a silent connection, no longer counts, so that others can go on. */
const SLOW_TASK_MS = 1_000;

/** Limits concurrent tasks; a slow task does not block the others. */
export class Slots {
  #taken = 0;

  /** @param count how many may be held at once; Infinity for no bound */
  constructor(private readonly count: number) {}

  get isFree(): boolean {
    return this.#taken < this.count;
  }

  /** Takes a slot. Call the returned function when the run is over; `onFree` is called once the slot is free again. */
  take(onFree: () => void): () => void {
    this.#taken++;
    let isHeld = true;
    const free = () => {
      clearTimeout(slow);
      if (isHeld) this.#taken--;
      isHeld = false;
      onFree();
    };
    const slow = setTimeout(free, SLOW_TASK_MS);
    return free;
  }

  /** Nothing holds a slot, so its bookkeeping may be dropped. */
  get isUnused(): boolean {
    return this.#taken === 0;
  }
}
