import { Suspense, useState } from 'react';
import type { Agent } from '../../../api/types';
import { Button } from '../../../components/button/button';
import { lazyPart } from '../../../components/lazy/lazy';
import { t } from '../../../messages/en';
import styles from './editor.module.css';

const NewCall = lazyPart(() => import('../../../layout/new-call/new-call'));

interface TestPartProps {
  readonly agent: Agent | null;
  readonly isSaved: boolean;
}

/** Tries the agent by a test call, which uses it as it was saved. */
export function TestPart({ agent, isSaved }: TestPartProps) {
  const [isOpen, setOpen] = useState(false);
  if (!agent?.enabled || agent.direction === 'inbound') {
    return <p className={styles.soft}>{t.agent.testCannot}</p>;
  }
  return (
    <>
      {!isSaved && <p className={styles.soft}>{t.agent.testSaved}</p>}
      <div>
        <Button
          onPointerEnter={() => void NewCall.preload()}
          onClick={() => {
            setOpen(true);
          }}
        >
          {t.agent.tryCall}
        </Button>
      </div>
      <Suspense>
        {isOpen && (
          <NewCall
            defaults={{ agent_id: agent.id, test: true }}
            onClose={() => {
              setOpen(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
