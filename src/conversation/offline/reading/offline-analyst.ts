import { type AnalysisRequest, TalkAnalyst, type TalkAnalysis } from '../../domain/talk-analyst';
import { answersIn } from './answers';
import { findingsOf } from './findings';
import { nearestLabel } from '../lexicon/labels';
import { spokenLanguage } from '../../../shared-kernel/language';
import type { KnownQuestion } from '../lexicon/question-matching';
import { repliesIn } from './replies';
import { followUpNoteOf, summaryOf } from './summary';
import { factsOf } from './talk-facts';
import { phrasesOf } from '../lexicon/phrases/phrases';
import { spokenQuestions } from '../lexicon/spoken-questions';

/** Analyzes talks by rules for Hinglish, Hindi and English, and the most common remarks of other languages. */
export class OfflineAnalyst extends TalkAnalyst {
  override analyse(request: AnalysisRequest): Promise<TalkAnalysis> {
    return Promise.resolve(analysisOf(request));
  }
}

function analysisOf({ turns, questions: sent, dispositions, language }: AnalysisRequest): TalkAnalysis {
  // A question that stands twice is posed once, and has one answer.
  const questions = [...new Set(sent)];
  if (!turns.some(({ speaker, text }) => speaker === 'contact' && text.trim() !== '')) {
    return TalkAnalyst.emptyAnalysis(questions);
  }
  const known = knownQuestions(questions, language);
  const replies = repliesIn(turns, known);
  const answers = answersIn(replies, known);
  const findings = findingsOf(factsOf(turns, replies, answers, questions));
  const { leadRating, callbackRequested, callbackTimeText, followUp, meeting, optedOut } = findings;
  return {
    disposition: nearestLabel(findings.disposition, dispositions),
    summary: summaryOf(findings, answers, replies),
    answers: answers.byQuestion,
    leadRating,
    callbackRequested,
    callbackTimeText,
    followUp,
    followUpNote: followUpNoteOf(findings, replies),
    meeting,
    optedOut,
  };
}

function knownQuestions(questions: readonly string[], language: string | null): readonly KnownQuestion[] {
  const spoken = new Map(
    spokenQuestions(questions, phrasesOf(spokenLanguage(language))).map((each) => [
      each.question,
      each.spoken,
    ]),
  );
  return questions.map((question) => ({ question, spoken: spoken.get(question) ?? null }));
}
