import type { LegReports } from './leg-audio';
import type { LegEvent } from './leg-messages';

/** What a leg reports, as messages with its number. */
export function legReports(
  leg: number,
  tell: (event: LegEvent, given?: readonly ArrayBuffer[]) => void,
): LegReports {
  return {
    frames: (audio, atMs) => {
      tell({ leg, type: 'frames', audio, atMs }, [audio.buffer]);
    },
    voiced: (atMs) => {
      tell({ leg, type: 'voiced', atMs });
    },
    quiet: (atMs) => {
      tell({ leg, type: 'quiet', atMs });
    },
    dtmf: (key, atMs) => {
      tell({ leg, type: 'dtmf', key, atMs });
    },
    tone: (tone) => {
      tell({ leg, type: 'tone', tone });
    },
    marked: (name, atMs) => {
      tell({ leg, type: 'marked', name, atMs });
    },
    progress: (position) => {
      tell({ leg, type: 'progress', position });
    },
  };
}
