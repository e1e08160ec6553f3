import { useCallback } from 'react';
import { queryClient } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Call, CallContext } from '../../api/types';
import { Player } from '../../components/player/player';
import { type Recording, useRecording } from '../../components/player/use-recording';
import { Transcript } from '../../components/transcript/transcript';
import { turnAt } from '../../lib/turn-at';
import { t } from '../../messages/en';
import styles from './page.module.css';
import { Part } from './part';

/** The recording and what was said in it. */
export function Talk({ call, context }: { readonly call: Call; readonly context: CallContext }) {
  const path = pathOf(call.recording_url);
  const { id } = call;
  const renew = useCallback(async () => {
    const again = await requests.call(id);
    queryClient.setQueryData(['call', id], again);
    return pathOf(again.recording_url);
  }, [id]);
  const recording = useRecording(path, call.duration_seconds ?? 0, renew);
  const turns = call.outcome?.transcript ?? context.live?.turns ?? [];
  return (
    <>
      <Part title={t.call.recording}>
        {path === null ? (
          <p className={styles.soft}>{t.call.noRecording}</p>
        ) : (
          <Player recording={recording} download={path} />
        )}
      </Part>
      <Part title={t.call.transcript}>
        <Transcript
          turns={turns}
          heard={isHeard(recording) ? turnAt(turns, recording.at * 1_000) : -1}
          isLive={context.live !== null}
          {...(path !== null && {
            onPlay: ({ start_ms }: { readonly start_ms: number }) => {
              recording.seek(start_ms / 1_000, true);
            },
          })}
        />
      </Part>
    </>
  );
}

function isHeard({ state, at }: Recording): boolean {
  return state !== 'idle' || at > 0;
}

/** The link names PUBLIC_URL, which need not be where this page is. */
function pathOf(url: string | undefined): string | null {
  if (url === undefined) return null;
  const { pathname, search } = new URL(url, window.location.origin);
  return pathname + search;
}
