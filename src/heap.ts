import { setFlagsFromString } from 'node:v8';

/** How fast V8 lets its heap grow, by flags of its own that it reads each time. */
export const heap = {
  /** Old objects may double before they are looked through, not quadruple: under full load 100 MB less, at the same speed. */
  letOldDouble: (): void => {
    setFlagsFromString('--heap-growing-percent=100');
  },
  /**
   * While the service starts: its garbage would let the space of young objects grow to 32 MB, which an idle service keeps.
   */
  keepYoungSmall: (): void => {
    setFlagsFromString('--semi-space-growth-factor=1');
  },
  /** Load that needs space for young objects gets it at once: V8's default. */
  letYoungGrow: (): void => {
    setFlagsFromString('--semi-space-growth-factor=2');
  },
};
