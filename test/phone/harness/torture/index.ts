import { INVALID } from './invalid';
import type { Torture } from './parts';
import { SEMANTICS } from './semantics';
import { VALID } from './valid';

export const TORTURE: readonly Torture[] = [...VALID, ...INVALID, ...SEMANTICS];
