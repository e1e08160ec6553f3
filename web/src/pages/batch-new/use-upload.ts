import { useRef, useState } from 'react';
import { ApiError } from '../../api/error';
import { queryClient, reportError } from '../../api/queries';
import type { Reader } from './reader';
import { NOTHING_SENT, send, type Sent } from './send';
import { type Checked, type Options, type Prepared, validate } from './validate';

type Phase = 'edit' | 'validating' | 'checked' | 'sending' | 'stopped' | 'done';

interface Upload {
  readonly phase: Phase;
  readonly validated: number;
  readonly checked: Checked | null;
  readonly sent: Sent;
  readonly error: ApiError | null;
  readonly check: (prepare: () => Promise<Prepared>, options: Options, isAnother?: boolean) => Promise<void>;
  readonly start: () => Promise<void>;
  /** The validated rows or options have changed. */
  readonly reset: () => void;
}

/** One at a time. */
export function useUpload(accountId: string, reader: Reader): Upload {
  const [phase, setPhase] = useState<Phase>('edit');
  const [validated, setValidated] = useState(0);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [sent, setSent] = useState<Sent>(NOTHING_SENT);
  const [error, setError] = useState<ApiError | null>(null);
  // Of the last request; responses to older ones are dropped.
  const turn = useRef(0);
  const isBusy = useRef(false);

  const fail = (thrown: unknown, next: Phase) => {
    if (!(thrown instanceof ApiError)) throw thrown;
    reportError(thrown);
    setError(thrown);
    setPhase(next);
  };
  const check: Upload['check'] = async (prepare, options, isAnother = false) => {
    const mine = ++turn.current;
    setPhase('validating');
    setError(null);
    setValidated(0);
    setSent(NOTHING_SENT);
    try {
      const next = await validate(accountId, await prepare(), options, reader, {
        isAnother,
        onProgress: (done) => {
          if (turn.current === mine) setValidated(done);
        },
      });
      if (turn.current !== mine) return;
      setChecked(next);
      setPhase('checked');
    } catch (thrown) {
      if (turn.current === mine) fail(thrown, 'edit');
    }
  };
  const start: Upload['start'] = async () => {
    if (!checked || isBusy.current) return;
    isBusy.current = true;
    setPhase('sending');
    setError(null);
    try {
      await send(checked, sent, reader, setSent);
      setPhase('done');
    } catch (thrown) {
      fail(thrown, 'stopped');
    } finally {
      isBusy.current = false;
      void queryClient.invalidateQueries({ queryKey: ['batches'] });
    }
  };
  const reset = () => {
    turn.current += 1;
    setPhase('edit');
    setChecked(null);
    setError(null);
    setSent(NOTHING_SENT);
  };
  return { phase, validated, checked, sent, error, check, start, reset };
}
