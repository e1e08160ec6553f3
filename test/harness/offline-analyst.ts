import type { AnalysisRequest, TalkAnalysis } from '../../src/conversation/domain/talk-analyst';
import { OfflineAnalyst } from '../../src/conversation/offline/reading/offline-analyst';
import type { Turn } from '../../src/shared-kernel/talk';

export const QUESTIONS = [
  'Preferred course',
  'Budget kitna hai?',
  'Hostel chahiye?',
  'Campus visit karna chahenge?',
];

/** A talk from lines "A agent", "C contact", "H human". */
function turnsOf(lines: readonly string[]): Turn[] {
  const speakers = { A: 'agent', C: 'contact', H: 'human' } as const;
  return lines.map((line, at) => ({
    speaker: speakers[line.charAt(0) as keyof typeof speakers],
    text: line.slice(2),
    startMs: at * 1_000,
    endMs: at * 1_000 + 900,
  }));
}

/** What the offline analyst reads in such a talk. */
export function read(lines: readonly string[], over: Partial<AnalysisRequest> = {}): Promise<TalkAnalysis> {
  return new OfflineAnalyst().analyse({
    turns: turnsOf(lines),
    questions: QUESTIONS,
    dispositions: [],
    language: null,
    now: new Date('2026-11-20T10:00:00Z'),
    timeZone: 'Asia/Kolkata',
    ...over,
  });
}

/** How most of them begin. */
export const OPENING = 'A Namaste ji, main Asha Suryodaya se. Kya abhi baat ho sakti hai?';
