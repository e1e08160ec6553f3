import { type ReactNode, useId, useState } from 'react';
import { useLive } from '../../../api/queries';
import { voiceTests } from '../../../api/voice-tests';
import { Button } from '../../../components/button/button';
import { Skeleton } from '../../../components/empty/empty';
import { Failed } from '../../../components/failed/failed';
import { Name } from '../../../components/name/name';
import { Time } from '../../../components/time/time';
import { shownLength } from '../../../lib/shown-time';
import { voiceTest as texts } from '../../../messages/en/voice-test';
import { TalkResult } from './talk-result';
import talkStyles from './talk.module.css';
import styles from './test-agent.module.css';

interface EarlierTestsProps {
  readonly agentId: string;
  /** The one that is shown above. */
  readonly without: string | null;
}

/** The last voice tests of the agent, with the one that is opened. */
export function EarlierTests({ agentId, without }: EarlierTestsProps): ReactNode {
  const title = useId();
  const [openId, setOpenId] = useState<string | null>(null);
  const list = useLive({
    key: ['voice-tests', agentId],
    load: (signal) => voiceTests.list(agentId, signal),
  });
  const tests = list.data?.data.filter(
    ({ id, status }) => id !== without && (status === 'ended' || status === 'failed'),
  );
  return (
    <section className={styles.part} aria-labelledby={title}>
      <h3 id={title}>{texts.earlier}</h3>
      {list.error && <Failed error={list.error} retry={() => void list.refetch()} />}
      {!list.error && tests === undefined && <Skeleton lines={2} />}
      {tests?.length === 0 && <p className="soft">{texts.noEarlier}</p>}
      <ul className={talkStyles.rows}>
        {tests?.map(({ id, status, created_at, duration_seconds, by, reason }) => (
          <li key={id} className={talkStyles.row} data-id={id} data-status={status}>
            <div className={styles.state}>
              <Time at={created_at} />
              <span>{shownLength(duration_seconds ?? 0)}</span>
              <span className="soft">
                <Name>{texts.by(by.name)}</Name>
              </span>
              {reason !== null && <span className="soft">{reason}</span>}
              <Button
                look="quiet"
                aria-expanded={id === openId}
                onClick={() => setOpenId(id === openId ? null : id)}
              >
                {texts.show}
              </Button>
            </div>
            {id === openId && <TalkResult id={id} onDeleted={() => setOpenId(null)} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
