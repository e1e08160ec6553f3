import { useRef, useState } from 'react';
import { ApiError } from '../../api/error';
import { queryClient, reportError } from '../../api/queries';
import { useIsMounted } from '../../layout/use-is-mounted';
import type { Reader } from './reader';
import { NOTHING_SENT, send, type Sent } from './send';
import { type Checked, type Options, type Prepared, validate } from './validate';

type Phase = 'edit' | 'validating' | 'checked' | 'sending' | 'stopped' | 'done';

const LOCKED: readonly Phase[] = ['sending', 'stopped', 'done'];

interface UploadState {
  readonly phase: Phase;
  readonly validated: number;
  readonly checked: Checked | null;
  readonly sent: Sent;
  readonly error: ApiError | null;
}

interface Upload extends UploadState {
  /** Calls are queued, or were: rows and options change no more. */
  readonly isLocked: boolean;
  readonly check: (prepare: () => Promise<Prepared>, options: Options, isAnother: boolean) => Promise<void>;
  readonly start: () => Promise<void>;
  /** The validated rows or options have changed. */
  readonly reset: () => void;
}

const NOTHING_CHECKED: UploadState = {
  phase: 'edit',
  validated: 0,
  checked: null,
  sent: NOTHING_SENT,
  error: null,
};

/** One at a time. It ends with the page, and its reader does. */
export function useUpload(accountId: string, reader: Reader): Upload {
  const [state, setState] = useState(NOTHING_CHECKED);
  const set = (changes: Partial<UploadState>) => setState((former) => ({ ...former, ...changes }));
  const { checked, sent } = state;
  // The number of the last request; responses to older ones are dropped.
  const turn = useRef(0);
  const isBusy = useRef(false);
  const isMounted = useIsMounted();

  const fail = (thrown: unknown, phase: Phase) => {
    reportError(thrown);
    if (thrown instanceof ApiError) set({ phase, error: thrown });
    else if (isMounted.current) throw thrown;
  };
  const check: Upload['check'] = async (prepare, options, isAnother) => {
    const mine = ++turn.current;
    const setIfLast = (changes: Partial<UploadState>) => {
      if (turn.current === mine) set(changes);
    };
    set({ phase: 'validating', validated: 0, sent: NOTHING_SENT, error: null });
    try {
      const next = await validate(accountId, await prepare(), options, reader, {
        isAnother,
        onProgress: (validated) => setIfLast({ validated }),
      });
      setIfLast({ phase: 'checked', checked: next });
    } catch (thrown) {
      if (turn.current === mine) fail(thrown, 'edit');
    }
  };
  const start: Upload['start'] = async () => {
    if (!checked || isBusy.current) return;
    isBusy.current = true;
    set({ phase: 'sending', error: null });
    try {
      await send(checked, sent, { reader, isMounted }, (next) => set({ sent: next }));
      set({ phase: 'done' });
    } catch (thrown) {
      fail(thrown, 'stopped');
    } finally {
      isBusy.current = false;
      void queryClient.invalidateQueries({ queryKey: ['batches'] });
    }
  };
  const reset = () => {
    turn.current += 1;
    setState(NOTHING_CHECKED);
  };
  return { ...state, isLocked: LOCKED.includes(state.phase), check, start, reset };
}
