import { useLive } from '../../../api/queries';
import type { Session } from '../../../api/types';
import { voiceTestQuestion } from '../../../api/voice-tests';
import { useSignedIn } from '../../../layout/session';
import { shownNumber } from '../../../lib/shown-time';
import { isolated } from '../../../lib/text';
import type { Obstacle, TalkEnd, TalkState } from '../../../live/talk-state';
import { voiceTest as texts } from '../../../messages/en/voice-test';
import styles from './test-agent.module.css';

interface TalkStatusProps {
  readonly state: TalkState;
  readonly language: string;
}

/** The only words that a screen reader speaks into a talk: trouble, muting, and the end. */
export default function TalkStatus({ state, language }: TalkStatusProps) {
  const { accounts } = useSignedIn().session;
  const { notices, slowMs, isMuted, phase, obstacle } = state;
  const end = useEnd(state);
  const trouble = [
    ...(obstacle ? obstacleTexts(obstacle, language, accounts) : []),
    ...[...notices].map((notice) => texts.notices[notice]),
    ...(phase === 'talking' && slowMs !== null ? [texts.slow(shownNumber(slowMs))] : []),
  ];
  return (
    <div role="status" className={styles.part}>
      {trouble.map((text) => (
        <p key={text} className="warning">
          {text}
        </p>
      ))}
      {phase === 'talking' && isMuted && <p>{texts.muted}</p>}
      {end && <p>{endText(end)}</p>}
    </div>
  );
}

/** The stored end takes the place of one that the page supposed. */
function useEnd({ id, end }: TalkState): TalkEnd | null {
  const { data } = useLive({ ...voiceTestQuestion(id ?? ''), isOff: true });
  const isKnown = data?.status === 'ended' || data?.status === 'failed';
  return isKnown && typeof end === 'string' ? { by: data.ended_by, reason: data.reason } : end;
}

function obstacleTexts(
  obstacle: Obstacle,
  language: string,
  accounts: Session['accounts'],
): readonly string[] {
  if (obstacle.kind !== 'error') return [texts.obstacles[obstacle.kind]];
  const { code, message, details } = obstacle.error;
  if (code === 'voice_test_running') {
    const account = accounts.find(({ id }) => id === details.account_id);
    return [texts.otherTab, ...(account ? [texts.otherAccount(isolated(account.name))] : [])];
  }
  if (code !== 'agent_cannot_talk') return [];
  const hasKit = details.reason?.includes('speech-kit') ?? false;
  // A field without a value, or with a tag such as en-IN, names no spoken language.
  const spoken = /^No STT engine for (\w+)/u.exec(details.reason ?? '')?.[1] ?? language;
  return [details.field === 'language' ? texts.noEngine(spoken, hasKit) : message];
}

function endText(end: TalkEnd): string {
  if (end === 'service_lost') return texts.serviceLost;
  if (end === 'connection_lost') return texts.connectionLost;
  return end.reason ?? texts.ended.get(end.by ?? '') ?? texts.states.ended;
}
