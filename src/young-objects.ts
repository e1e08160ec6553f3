import { setFlagsFromString } from 'node:v8';

/**
 * How fast V8 lets the space of young objects grow. The garbage of a start would let it grow to 32 MB, which an idle
 * service keeps; load that needs the space gets it back at once. Both are V8's own flag, which it reads each time.
 */
export const youngObjects = {
  keepSmall: (): void => {
    setFlagsFromString('--semi-space-growth-factor=1');
  },
  /** V8's default. */
  letGrow: (): void => {
    setFlagsFromString('--semi-space-growth-factor=2');
  },
};
