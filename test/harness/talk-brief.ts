import type { TalkBrief } from '../../src/shared-kernel/talk';

/** What a brief has that few tests look at. */
export const SPEAKING = {
  voice: {
    engine: 'local',
    voice: 'en',
    temperature: null,
    modulation: null,
    pronunciations: [],
    cached: { opening: false, phrases: false },
  },
  voicemail: { action: 'leave_message', message: null },
  interruption: 'normal',
  patience: 'normal',
  keyterms: [],
  direction: 'outbound',
  notice: null,
  accountName: 'Sunrise College',
} as const satisfies Partial<TalkBrief>;
