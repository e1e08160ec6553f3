import { type ReactNode, useEffect, useRef } from 'react';
import { nowMs } from '../../../api/clock';
import { EVERY } from '../../../api/live';
import { queryClient, useLive } from '../../../api/queries';
import { type VoiceTest, voiceTestQuestion, voiceTests } from '../../../api/voice-tests';
import { Button } from '../../../components/button/button';
import { Skeleton } from '../../../components/empty/empty';
import { Failed } from '../../../components/failed/failed';
import { Found } from '../../../components/outcome/outcome';
import { Player } from '../../../components/player/player';
import { recordingPath } from '../../../components/player/recording-path';
import { useRecording } from '../../../components/player/use-recording';
import { toolUsesBefore } from '../../../components/tool-uses/tool-uses';
import { Transcript } from '../../../components/transcript/transcript';
import { isInField } from '../../../layout/page';
import { ActionButton } from '../../../layout/use-action';
import { shownNumber } from '../../../lib/shown-time';
import { turnAt } from '../../../lib/turn-at';
import { voiceTest as texts } from '../../../messages/en/voice-test';
import { AnswerTime } from './answer-time';
import styles from './test-agent.module.css';

/** The outcome is there within 15 s of the end, the recording before. */
const RECORDING_MS = 15_000;

interface TalkResultProps {
  readonly id: string;
  readonly takesFocus?: boolean;
  readonly onAgain?: () => void;
  readonly onDeleted: () => void;
}

/** A voice test that is over: outcome, latency, recording and text. */
export function TalkResult({ id, takesFocus = false, onAgain, onDeleted }: TalkResultProps): ReactNode {
  const test = useLive({
    ...voiceTestQuestion(id),
    every: (last) => (last === undefined || changes(last) ? EVERY.call : EVERY.once),
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus && !isInField()) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className={styles.part}>
      <section className={styles.part} data-testid="voice-test-outcome">
        <h3 ref={heading} tabIndex={-1}>
          {texts.outcome}
        </h3>
        {test.error && <Failed error={test.error} retry={() => void test.refetch()} />}
        {test.data ? <OutcomeOf test={test.data} /> : <Skeleton lines={2} />}
      </section>
      {test.data && <Replay key={id} test={test.data} />}
      <div className={styles.buttons}>
        {onAgain && (
          <Button look="main" onClick={onAgain}>
            {texts.again}
          </Button>
        )}
        <ActionButton
          words={texts.delete}
          ask={{ title: texts.deleteQuestion, text: texts.deleteText }}
          act={() => voiceTests.delete(id)}
          done={texts.deleted}
          after={(success) => {
            if (!success) return;
            void queryClient.invalidateQueries({ queryKey: ['voice-tests'] });
            onDeleted();
          }}
        />
      </div>
    </div>
  );
}

function OutcomeOf({ test: { outcome, outcome_state, latency } }: { readonly test: VoiceTest }) {
  return (
    <>
      {outcome ? <Found outcome={outcome} /> : <p className="soft">{OUTCOMES[outcome_state]}</p>}
      <p data-testid="latency" className="soft">
        {latency
          ? texts.latency(shownNumber(latency.median_ms), shownNumber(latency.slowest_ms), latency.answers)
          : texts.noLatency}
      </p>
    </>
  );
}

const OUTCOMES: Readonly<Record<VoiceTest['outcome_state'], string>> = {
  pending: texts.outcomePending,
  ready: '',
  none: texts.outcomeNone,
  failed: texts.outcomeFailed,
};

function Replay({ test }: { readonly test: VoiceTest }) {
  const path = recordingPath(test.recording_url);
  const recording = useRecording(path, test.duration_seconds ?? 0, async () => {
    const again = await voiceTests.read(test.id);
    queryClient.setQueryData(['voice-test', test.id], again);
    return recordingPath(again.recording_url);
  });
  const turns = test.transcript;
  const uses = test.outcome?.tools ?? [];
  return (
    <>
      {path !== null && <Player recording={recording} download={path} />}
      <Transcript
        turns={turns}
        heard={recording.isHeard ? turnAt(turns, recording.at * 1_000) : -1}
        isLive={false}
        note={AnswerTime}
        {...(uses.length > 0 && { before: toolUsesBefore(uses, turns) })}
        {...(path !== null && {
          onPlay: ({ start_ms }: { readonly start_ms: number }) => recording.seek(start_ms / 1_000, true),
        })}
      />
    </>
  );
}

/** Whether it is to be asked for again. */
function changes({ outcome_state, status, ended_at, recording_url }: VoiceTest): boolean {
  if (status === 'waiting' || status === 'talking' || outcome_state === 'pending') return true;
  return recording_url === null && ended_at !== null && nowMs() - Date.parse(ended_at) < RECORDING_MS;
}
