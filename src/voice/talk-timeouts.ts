import type { TalkTimes } from '../conversation';

export const TALK_TIMEOUTS: TalkTimes = {
  greetingMs: 900,
  silencesMs: [8_000, 10_000, 10_000],
  waitRequestMs: 45_000,
  onHoldMessageMs: 60_000,
  screeningMs: 45_000,
};
