import type { HumanCall } from '../../api/human-calls';
import { queryClient } from '../../api/queries';
import { Part } from '../../components/part/part';
import { Player } from '../../components/player/player';
import { recordingPath } from '../../components/player/recording-path';
import { useRecording } from '../../components/player/use-recording';
import { Transcript } from '../../components/transcript/transcript';
import { turnAt } from '../../lib/turn-at';
import { t } from '../../messages/en';
import type { Whose } from './whose';

export function Talk({ whose, call }: { readonly whose: Whose; readonly call: HumanCall }) {
  const { id, analysis } = call;
  const path = recordingPath(call.recording_url);
  const renew = async () => {
    const again = await whose.requests.read(id);
    queryClient.setQueryData([whose.onePage, id], again);
    return recordingPath(again.recording_url);
  };
  const recording = useRecording(path, analysis.recorded_seconds ?? call.duration_seconds ?? 0, renew);
  const turns = analysis.transcript ?? [];
  return (
    <>
      <Part title={t.call.recording}>
        {path === null ? (
          <p className="soft">{t.humanCalls.noRecording}</p>
        ) : (
          <Player recording={recording} download={path} />
        )}
      </Part>
      <Part title={t.call.transcript}>
        {turns.length === 0 ? (
          <p className="soft">{t.humanCalls.noTranscript}</p>
        ) : (
          <Transcript
            turns={turns}
            heard={recording.isHeard ? turnAt(turns, recording.at * 1_000) : -1}
            isLive={false}
            {...(path !== null && {
              onPlay: ({ start_ms }: { readonly start_ms: number }) => recording.seek(start_ms / 1_000, true),
            })}
          />
        )}
      </Part>
    </>
  );
}
