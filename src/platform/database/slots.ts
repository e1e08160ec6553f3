/** A longer task, for example on a silent connection, releases its slot, so that others can start. */
const SLOW_TASK_MS = 1_000;

/** Limits concurrent tasks; a slow task does not block the others. */
export class Slots {
  #occupied = 0;

  constructor(private readonly count: number) {}

  get isFree(): boolean {
    return this.#occupied < this.count;
  }

  /** Occupies a slot until the returned function is called. `onFree` runs once the slot is free. */
  occupy(onFree: () => void): () => void {
    this.#occupied++;
    let isOccupied = true;
    const free = () => {
      clearTimeout(slow);
      if (isOccupied) this.#occupied--;
      isOccupied = false;
      onFree();
    };
    const slow = setTimeout(free, SLOW_TASK_MS);
    return free;
  }

  get isUnused(): boolean {
    return this.#occupied === 0;
  }
}
