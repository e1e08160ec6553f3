import { type ReactNode, type Ref, type RefObject, useEffect, useRef, useState } from 'react';
import { queryClient } from '../../../api/queries';
import { type StartVoiceTest, voiceTests } from '../../../api/voice-tests';
import { Button } from '../../../components/button/button';
import { Failed } from '../../../components/failed/failed';
import { Check } from '../../../components/field/field';
import { ActionButton } from '../../../layout/use-action';
import type { Obstacle, TalkState } from '../../../live/talk-state';
import { VoiceTest } from '../../../live/voice-test';
import { voiceTest as texts } from '../../../messages/en/voice-test';
import { EarlierTests } from './earlier-tests';
import { TalkResult } from './talk-result';
import TalkStatus from './talk-status';
import { Talking } from './talking';
import styles from './test-agent.module.css';
import { told } from './use-conversation';

interface TalkPartProps {
  readonly talk: VoiceTest | null;
  readonly state: TalkState | null;
  readonly record: boolean;
  readonly onTalk: (talk: VoiceTest | null) => void;
  readonly onRecord: (record: boolean) => void;
  readonly agentId: string | null;
  readonly language: string;
  readonly body: Omit<StartVoiceTest, 'record'>;
  /** The same in the language of the offline speech kit. */
  readonly english: TalkPartProps['body'];
}

export default function TalkPart(props: TalkPartProps): ReactNode {
  const { talk, state, record, onTalk, onRecord, agentId, language, body, english } = props;
  const start = useRef<HTMLButtonElement>(null);
  const [wasDeleted, setDeleted] = useState(false);
  const beginWith = (tried: TalkPartProps['body']) => {
    setDeleted(false);
    // Here, in the press: else the browser plays nothing.
    onTalk(new VoiceTest({ ...tried, record }));
  };
  const begin = () => beginWith(body);
  const hasResult = state?.phase === 'ended' && state.id !== null;
  const isOpen = state?.phase === 'talking' || hasResult;
  useFocus(start, wasDeleted || state?.phase === 'refused');
  useListAfter(hasResult);
  return (
    <div className={styles.part}>
      <section
        className={styles.part}
        data-testid="voice-test"
        {...(isOpen && { 'data-state': state.state, 'data-id': state.id })}
      >
        {state && <TalkStatus state={state} language={language} />}
        {state?.obstacle && (
          <ObstacleActions
            obstacle={state.obstacle}
            start={start}
            onDone={() => onTalk(null)}
            onEnglish={() => beginWith(english)}
          />
        )}
        {!isOpen && <Before {...{ start, record, onRecord, begin }} />}
        {talk && state?.phase === 'talking' && <Talking talk={talk} state={state} />}
        {hasResult && (
          <TalkResult
            id={state.id}
            takesFocus
            onAgain={begin}
            onDeleted={() => {
              setDeleted(true);
              onTalk(null);
            }}
          />
        )}
      </section>
      {agentId !== null && <EarlierTests agentId={agentId} without={hasResult ? state.id : null} />}
    </div>
  );
}

function useFocus(start: RefObject<HTMLButtonElement | null>, isBack: boolean): void {
  useEffect(() => {
    if (isBack) start.current?.focus();
  }, [start, isBack]);
}

/** The list of earlier tests gets the one that has ended. */
function useListAfter(hasResult: boolean): void {
  useEffect(() => {
    if (hasResult) void queryClient.invalidateQueries({ queryKey: ['voice-tests'] });
  }, [hasResult]);
}

interface BeforeProps {
  readonly start: Ref<HTMLButtonElement>;
  readonly record: boolean;
  readonly onRecord: (record: boolean) => void;
  readonly begin: () => void;
}

function Before({ start, record, onRecord, begin }: BeforeProps) {
  return (
    <>
      <p className="soft">{texts.hint}</p>
      <Check label={texts.keep} checked={record} onChange={({ target }) => onRecord(target.checked)} />
      <div className={styles.buttons}>
        <Button ref={start} look="main" onClick={begin}>
          {texts.start}
        </Button>
      </div>
    </>
  );
}

interface ObstacleActionsProps {
  readonly obstacle: Obstacle;
  readonly start: RefObject<HTMLButtonElement | null>;
  readonly onDone: () => void;
  readonly onEnglish: () => void;
}

/** What the service refused, and the way on. */
function ObstacleActions({ obstacle, start, onDone, onEnglish }: ObstacleActionsProps) {
  if (obstacle.kind !== 'error') return null;
  const { code, details } = obstacle.error;
  if (code === 'voice_test_running') {
    return (
      <div className={styles.buttons}>
        <ActionButton
          words={texts.hangUpThere}
          act={() => endElsewhere(details.voice_test_id ?? '', details.account_id)}
          after={(success) => {
            if (!success) return;
            onDone();
            start.current?.focus();
          }}
        />
      </div>
    );
  }
  if (code !== 'agent_cannot_talk') return <Failed error={told(obstacle.error)} />;
  // The kit itself is missing.
  const isOfKit = /speech-kit|\blocal\b/u.test(details.reason ?? '');
  if (isOfKit) return null;
  return (
    <div className={styles.buttons}>
      <Button onClick={onEnglish}>{texts.inEnglish}</Button>
    </div>
  );
}

/** The host checks each second whether the talk is to end. */
const END_READ_MS = 500;
const MAX_END_READS = 6;

async function endElsewhere(id: string, account: string | undefined): Promise<void> {
  let { status } = await voiceTests.hangUp(id, account);
  for (let reads = 0; status === 'talking' && reads < MAX_END_READS; reads++) {
    await new Promise((resolve) => setTimeout(resolve, END_READ_MS));
    ({ status } = await voiceTests.read(id, undefined, account));
  }
}
