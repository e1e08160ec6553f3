import { useRef, useState } from 'react';
import { ApiError } from '../../../api/error';
import { reportError } from '../../../api/queries';
import { requests } from '../../../api/requests';
import type { TestConversation } from '../../../api/types';
import { sentTurns, type TypedTurn } from '../../../lib/test-talk';
import { problemSentence } from '../../../messages/en/problems';
import { testAgent as texts } from '../../../messages/en/test-agent';
import type { Conversation } from '../talk-handover';
import { type CallValues, sentValues } from './values';

const NEW: Conversation = { turns: [], isOver: false, isEnded: false, problem: null, outcome: null };

type Tried = Pick<TestConversation, 'agent_id' | 'draft'>;
export type TestTalk = ReturnType<typeof useConversation>;

/** The whole conversation is here; the service stores nothing. */
export function useConversation(who: Tried, values: CallValues, before = NEW) {
  const [conversation, setConversation] = useState(before);
  const { error, busy, ask } = useAsk();
  const [typed, setTyped] = useState('');
  const { turns } = conversation;
  const bodyOf = (said: readonly TypedTurn[]) => ({ ...who, ...sentValues(values), turns: sentTurns(said) });

  /** Requests the agent's reply; a failure removes the contact's turn. */
  const follow = (begun: Conversation, former: Conversation) =>
    ask('answer', async () => {
      setConversation(begun);
      try {
        const { text, ended, tools, problem = null } = await requests.testTurn(bodyOf(begun.turns));
        const answer: readonly TypedTurn[] = text === '' ? [] : [{ speaker: 'agent', text, tools }];
        setConversation({
          ...begun,
          turns: [...begun.turns, ...answer],
          isOver: ended,
          isEnded: ended,
          problem,
        });
      } catch (thrown) {
        setConversation(former);
        throw thrown;
      }
    });

  return {
    ...conversation,
    conversation,
    error,
    busy,
    typed,
    setTyped,
    start: () => follow(NEW, conversation),
    say: async (text: string | null) => {
      const said: readonly TypedTurn[] = text === null ? [] : [{ speaker: 'contact', text }];
      const isAnswered = await follow({ ...NEW, turns: [...turns, ...said] }, conversation);
      // Text that was typed during the request stays.
      if (isAnswered && text !== null) setTyped((now) => (now === text ? '' : now));
    },
    analyse: () =>
      ask('outcome', async () => {
        const { problem = null, ...outcome } = await requests.testOutcome(bodyOf(turns));
        setConversation((now) => ({ ...now, isOver: true, problem, outcome }));
      }),
  };
}

type Asked = 'answer' | 'outcome';

/** One request at a time; `ask` returns true when it succeeded. */
function useAsk() {
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState<Asked | null>(null);
  const isAsking = useRef(false);
  const ask = async (what: Asked, send: () => Promise<void>): Promise<boolean> => {
    if (isAsking.current) return false;
    isAsking.current = true;
    setBusy(what);
    setError(null);
    try {
      await send();
      return true;
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      reportError(thrown);
      setError(told(thrown));
      return false;
    } finally {
      isAsking.current = false;
      setBusy(null);
    }
  };
  return { error, busy, ask };
}

/** Problems of the draft are shown in the editor, too. */
export function told(error: ApiError): ApiError {
  const { errors = [] } = error.details;
  if (errors.length === 0) return error;
  const problems = errors.map(({ field, message }) => problemSentence(field, message));
  const text = texts.draftProblem(problems.join(' '));
  return new ApiError(error.status, error.code, text, error.requestId);
}
