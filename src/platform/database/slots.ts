/** A holder that takes longer (on a connection that fell silent, say) stops counting, so that others can go on. */
const SLOW_TASK_MS = 1_000;

/** A bound on what runs at once, which one slow run does not block. */
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
