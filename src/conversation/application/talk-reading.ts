import { own } from '../../platform/kernel/own';
import type { TalkBrief } from '../../shared-kernel/talk';
import type { AnalysisRequest, TalkAnalysis, TalkAnalyst } from '../domain/talk-analyst';

export interface TalkToRead extends Pick<AnalysisRequest, 'turns' | 'now' | 'timeZone'> {
  readonly brief: Pick<TalkBrief, 'questions' | 'dispositions' | 'language'>;
  readonly questions: readonly string[];
  readonly dispositions: readonly string[];
}

/** @throws Error when the analysis fails */
export async function readTalk(
  analyst: TalkAnalyst,
  { brief, questions, dispositions, ...talk }: TalkToRead,
  signal: AbortSignal,
): Promise<TalkAnalysis> {
  const reading = await analyst.analyse(
    {
      ...talk,
      questions: brief.questions,
      dispositions: brief.dispositions.length > 0 ? brief.dispositions : dispositions,
      language: brief.language,
    },
    signal,
  );
  // The analyst uses the questions with placeholders filled; the outcome uses the agent's own wording.
  const answers = questions.map((question, at) => [
    question,
    own(reading.answers, brief.questions[at] ?? '') ?? null,
  ]);
  return { ...reading, answers: Object.fromEntries(answers) as TalkAnalysis['answers'] };
}
