import { queryClient } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Call, CallContext } from '../../api/types';
import { Failed } from '../../components/failed/failed';
import { Part } from '../../components/part/part';
import { Player } from '../../components/player/player';
import { recordingPath } from '../../components/player/recording-path';
import { useRecording } from '../../components/player/use-recording';
import { toolUsesBefore } from '../../components/tool-uses/tool-uses';
import { Transcript } from '../../components/transcript/transcript';
import { joinTurns, type ShownTurn, type TalkWords } from '../../lib/live/words';
import { turnAt } from '../../lib/turn-at';
import { t } from '../../messages/en';
import { useToolUses } from './use-tool-uses';
import styles from './page.module.css';

interface TalkProps {
  readonly call: Call;
  readonly live: CallContext['live'];
  /** What came by the socket of a listening. */
  readonly words: TalkWords | null;
}

export function Talk({ call, live, words }: TalkProps) {
  const path = recordingPath(call.recording_url);
  const { id } = call;
  const renew = async () => {
    const again = await requests.call(id);
    queryClient.setQueryData(['call', id], again);
    return recordingPath(again.recording_url);
  };
  const recording = useRecording(path, call.duration_seconds ?? 0, renew);
  const turns = call.outcome?.transcript ?? live?.turns ?? [];
  const isLive = live !== null;
  const { uses, error, retry } = useToolUses(id, isLive);
  const shown: readonly ShownTurn[] = isLive && words ? joinTurns(turns, words) : turns;
  return (
    <div className={styles.talk}>
      <Part title={t.call.recording}>
        {path === null ? (
          <p className="soft">{isLive ? t.call.noRecordingYet : t.call.noRecording}</p>
        ) : (
          <div className={styles.player}>
            <Player recording={recording} download={path} />
          </div>
        )}
      </Part>
      <Part title={t.call.transcript}>
        {error && <Failed error={error} retry={retry} />}
        <div {...(isLive && { role: 'log', 'aria-live': 'off' })}>
          <Transcript
            turns={shown}
            heard={recording.isHeard ? turnAt(turns, recording.at * 1_000) : -1}
            isLive={isLive}
            {...(uses.length > 0 && { before: toolUsesBefore(uses, shown) })}
            {...(path !== null && {
              onPlay: ({ start_ms = 0 }: { readonly start_ms?: number }) =>
                recording.seek(start_ms / 1_000, true),
            })}
          />
        </div>
      </Part>
    </div>
  );
}
