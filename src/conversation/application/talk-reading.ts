import { own } from '../../platform/kernel/own';
import type { TalkBrief } from '../../shared-kernel/talk';
import type { AnalysisRequest, TalkAnalysis, TalkAnalyst } from '../domain/talk-analyst';

export interface TalkToRead extends Pick<AnalysisRequest, 'turns' | 'now' | 'timeZone'> {
  readonly script: Pick<TalkBrief, 'questions' | 'dispositions' | 'language'>;
  readonly questions: readonly string[];
  readonly dispositions: readonly string[];
}

/** @throws Error when the analysis fails */
export async function readTalk(
  analyst: TalkAnalyst,
  { script, questions, dispositions, ...talk }: TalkToRead,
  signal: AbortSignal,
): Promise<TalkAnalysis> {
  const reading = await analyst.analyse(
    {
      ...talk,
      questions: script.questions,
      dispositions: script.dispositions.length > 0 ? script.dispositions : dispositions,
      language: script.language,
    },
    signal,
  );
  // The analyst uses the questions with placeholders filled; the outcome uses the agent's own wording.
  const answers = questions.map((question, at) => [
    question,
    own(reading.answers, script.questions[at] ?? '') ?? null,
  ]);
  return { ...reading, answers: Object.fromEntries(answers) as TalkAnalysis['answers'] };
}
