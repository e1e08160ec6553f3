import { shownNumber } from '../../lib/shown-time';

export const line = {
  title: 'Line',
  lastDay: 'Line, 24 hours',
  calls: (mos: string, count: number) => `${mos}, ${shownNumber(count)} ${count === 1 ? 'call' : 'calls'}`,
  counsellor: "Line of the counsellor's phone",
  contact: "Line of the contact's phone",
  received: 'Sound from the phone',
  sent: 'Sound to the phone',
  jitter: 'Jitter',
  lost: 'Lost',
  late: 'Too late',
  jitterThere: 'Jitter there',
  lostThere: 'Lost there',
  delay: 'Delay',
  roundTrip: 'Round trip',
  codec: 'Codec',
  ms: (value: string) => `${value} ms`,
  percent: (value: string) => `${value} %`,
  score: (word: string, mos: string) => `${word} (MOS ${mos})`,
  encrypted: (codec: string) => `${codec}, encrypted`,
  words: [
    [4, 'Good'],
    [3.6, 'Fair'],
    [3.1, 'Poor'],
  ] as const,
  bad: 'Bad',
};

export function qualityWord(mos: number): string {
  return line.words.find(([least]) => mos >= least)?.[1] ?? line.bad;
}

/** The line quality of a day's calls; nothing without any. */
export function lastDay(
  quality: { readonly calls: number; readonly mos_median: number | null } | undefined,
): string {
  if (quality?.mos_median == null) return '';
  const { calls, mos_median: mos } = quality;
  return line.calls(line.score(qualityWord(mos), shownNumber(mos)), calls);
}
