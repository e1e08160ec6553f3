import type { ReactNode } from 'react';
import { Button } from '../../../components/button/button';
import { FormError } from '../../../layout/form';
import { testAgent as texts } from '../../../messages/en/test-agent';
import { LiveCall } from './live-call';
import styles from './test-agent.module.css';
import type { TestCall } from './use-test-call';

export interface Caller {
  readonly obstacle: string | null;
  readonly saved: boolean;
}

interface CallPartProps extends Caller {
  readonly call: Pick<TestCall<{ phone_number: string }>, 'submit' | 'isBusy' | 'error' | 'queued'>;
  readonly hint: string;
  readonly action: string;
  readonly children: ReactNode;
}

/** Calls with the saved agent, and shows the call. */
export function CallPart({ call, obstacle, saved, hint, action, children }: CallPartProps) {
  const { submit, isBusy, error, queued } = call;
  return (
    <div className={styles.part}>
      {obstacle !== null ? (
        <p className="soft">{obstacle}</p>
      ) : (
        <form className={styles.part} onSubmit={submit} noValidate>
          <p className="soft">{hint}</p>
          {!saved && <p className="warning">{texts.unsaved}</p>}
          <FormError error={error} />
          {children}
          <div className={styles.buttons}>
            <Button type="submit" look="main" isBusy={isBusy}>
              {action}
            </Button>
          </div>
        </form>
      )}
      {queued && <LiveCall key={queued.id} queued={queued} />}
    </div>
  );
}
