import type { LegReports } from './leg-audio';
import type { LegEvent } from './leg-messages';

export function legReports(
  leg: number,
  post: (event: LegEvent, given?: readonly ArrayBuffer[]) => void,
): LegReports {
  return {
    frames: (audio, atMs) => post({ leg, type: 'frames', audio, atMs }, [audio.buffer]),
    onVoiced: (atMs) => post({ leg, type: 'voiced', atMs }),
    quiet: (atMs) => post({ leg, type: 'quiet', atMs }),
    dtmf: (key, atMs) => post({ leg, type: 'dtmf', key, atMs }),
    tone: (tone) => post({ leg, type: 'tone', tone }),
    onMarked: (name) => post({ leg, type: 'marked', name }),
    progress: (position) => post({ leg, type: 'progress', position }),
  };
}
