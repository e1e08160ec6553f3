import { newId } from '../../platform/ids';
import type { InvocationState } from '../domain/tool';

type Named = 'accountId' | 'callId' | 'ordinal' | 'toolId' | 'name' | 'kind' | 'effect' | 'at';

/** A use that begins: running, in its first attempt. It is not stored yet. */
export function newInvocation(
  given: Pick<InvocationState, Named> & Partial<InvocationState>,
): InvocationState {
  return {
    id: newId('tinv'),
    phase: 'during',
    key: '',
    status: 'running',
    arguments: null,
    result: null,
    provided: null,
    error: null,
    attempts: 1,
    simulated: false,
    repeatedOf: null,
    startMs: null,
    endMs: null,
    ...given,
  };
}
