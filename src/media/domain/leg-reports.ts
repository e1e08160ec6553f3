import type { LegReports } from './leg-audio';
import type { LegEvent } from './leg-messages';

/** What a leg reports, as messages with its number. */
export function legReports(
  leg: number,
  tell: (event: LegEvent, given?: readonly ArrayBuffer[]) => void,
): LegReports {
  return {
    frames: (audio, atMs) => {
      tell({ leg, is: 'frames', audio, atMs }, [audio.buffer]);
    },
    voiced: (atMs) => {
      tell({ leg, is: 'voiced', atMs });
    },
    quiet: (atMs) => {
      tell({ leg, is: 'quiet', atMs });
    },
    dtmf: (key, atMs) => {
      tell({ leg, is: 'dtmf', key, atMs });
    },
    tone: (tone) => {
      tell({ leg, is: 'tone', tone });
    },
    marked: (name, atMs) => {
      tell({ leg, is: 'marked', name, atMs });
    },
    progress: (position) => {
      tell({ leg, is: 'progress', position });
    },
  };
}
