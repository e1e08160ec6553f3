import type { Answerer, ListenResult, TextLine } from '../domain/text-line';
import { mayBeginGreeting } from '../offline/lexicon/answerer';
import type { TalkRecord } from './talk-record';

/** The greeting of a voicemail pauses for less. */
const GREETING_PAUSE_MS = 2_000;

/**
 * Who answered, once a pause shows it: "The person is not available" is an announcement, or begins the greeting of a
 * voicemail.
 */
export async function answererAfterPause(
  line: Pick<TextLine, 'listen'>,
  { text, answerer }: Extract<ListenResult, { kind: 'speech' }>,
  record: Pick<TalkRecord, 'addContactTurn'>,
): Promise<Answerer | undefined> {
  if (answerer !== 'announcement' || !mayBeginGreeting(text)) return answerer;
  const next = await line.listen(GREETING_PAUSE_MS);
  if (next.kind !== 'speech') return answerer;
  record.addContactTurn(next);
  return next.answerer ?? answerer;
}
