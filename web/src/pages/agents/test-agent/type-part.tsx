import { type ReactNode, type Ref, type SyntheticEvent, useEffect, useRef } from 'react';
import { Button } from '../../../components/button/button';
import { Failed } from '../../../components/failed/failed';
import { Input } from '../../../components/field/field';
import { Found } from '../../../components/outcome/outcome';
import { lazyPart } from '../../../components/lazy/lazy';
import { Transcript } from '../../../components/transcript/transcript';
import { DialogButton } from '../../../layout/buttons/dialog-button';
import { isInField } from '../../../layout/page';
import { hasRoom, TEST_LIMITS, type TypedTurn } from '../../../lib/test-talk';
import { shown } from '../../../lib/text';
import { testAgent as texts } from '../../../messages/en/test-agent';
import styles from './test-agent.module.css';
import type { TestTalk } from './use-conversation';
import type { CallValues } from './values';

const SaveTest = lazyPart(() => import('./save-test'));

interface TypePartProps {
  readonly talk: TestTalk;
  /** null: it is not saved, so no test can be stored. */
  readonly agentId: string | null;
  readonly values: CallValues;
}

export function TypePart({ talk, agentId, values }: TypePartProps) {
  const { turns, error, problem, outcome } = talk;
  const { hasBegun, goesOn } = stateOf(talk);
  const { field, end, result } = useNextFocus(goesOn, outcome);
  const canSave = agentId !== null && turns.some(({ speaker }) => speaker === 'contact');
  return (
    <div className={styles.part}>
      <p className="soft">{texts.typeHint}</p>
      {error && <Failed error={error} />}
      <div role="log">
        {hasBegun && <Transcript turns={turns} heard={-1} isLive before={usesBefore(turns)} />}
      </div>
      <TalkState talk={talk} />
      {problem !== null && (
        <p role="alert" className="warning">
          {problem}
        </p>
      )}
      {goesOn && <Answer field={field} talk={talk} />}
      <div className={styles.buttons}>
        <TalkButtons talk={talk} end={end} />
        {canSave && (
          <DialogButton words={texts.saveTest} dialog={SaveTest} with={{ agentId, talk, values }} />
        )}
      </div>
      {outcome && (
        <section className={styles.part} data-testid="test-outcome">
          <h3 ref={result} tabIndex={-1}>
            {texts.outcome}
          </h3>
          <Found outcome={outcome} />
        </section>
      )}
    </div>
  );
}

function stateOf({ turns, isOver }: TestTalk) {
  const hasBegun = turns.length > 0 || isOver;
  const isFull = !hasRoom(turns);
  return { hasBegun, isFull, goesOn: hasBegun && !isOver && !isFull };
}

/** After a turn the focus stays with the next input; the outcome takes it at the end. A user who types elsewhere keeps it. */
function useNextFocus(goesOn: boolean, outcome: TestTalk['outcome']) {
  const field = useRef<HTMLInputElement>(null);
  const end = useRef<HTMLButtonElement>(null);
  const result = useRef<HTMLHeadingElement>(null);
  const former = useRef({ goesOn, outcome });
  useEffect(() => {
    const before = former.current;
    former.current = { goesOn, outcome };
    if (isInField()) return;
    if (outcome && outcome !== before.outcome) result.current?.focus();
    else if (goesOn && !before.goesOn) field.current?.focus();
    else if (!goesOn && before.goesOn) end.current?.focus();
  }, [goesOn, outcome]);
  return { field, end, result };
}

function TalkState({ talk }: { readonly talk: TestTalk }) {
  const { busy, isOver, outcome } = talk;
  return (
    <p role="status" className="soft">
      {busy === 'answer' && texts.thinking}
      {busy === 'outcome' && texts.analysing}
      {busy === null && isOver && outcome === null && texts.ended}
      {busy === null && stateOf(talk).isFull && !isOver && texts.full}
    </p>
  );
}

interface TalkButtonsProps {
  readonly talk: TestTalk;
  readonly end: Ref<HTMLButtonElement>;
}

function TalkButtons({ talk, end }: TalkButtonsProps) {
  const { hasBegun, goesOn } = stateOf(talk);
  const isBusy = talk.busy !== null;
  return (
    <>
      {goesOn && (
        <Button isBusy={isBusy} onClick={() => void talk.say(null)}>
          {texts.sayNothing}
        </Button>
      )}
      {hasBegun && talk.outcome === null && (
        <Button
          ref={end}
          look={goesOn ? 'plain' : 'main'}
          isBusy={isBusy}
          onClick={() => void talk.analyse()}
        >
          {texts.end}
        </Button>
      )}
      <Button look={hasBegun ? 'plain' : 'main'} isBusy={isBusy} onClick={() => void talk.start()}>
        {hasBegun ? texts.startAgain : texts.start}
      </Button>
    </>
  );
}

/** Uses of tools before a turn of the agent. */
function usesBefore(turns: readonly TypedTurn[]): (place: number) => ReactNode {
  return (place) =>
    turns[place]?.tools?.map((use, at) => (
      <li key={at} data-testid="test-use" className={styles.use}>
        {texts.used(shown(use.name))} <code>{shown(JSON.stringify(use.result))}</code>
      </li>
    ));
}

interface AnswerProps {
  readonly field: Ref<HTMLInputElement>;
  readonly talk: TestTalk;
}

/** Unsent words stay. */
function Answer({ field, talk: { typed, setTyped, say, busy } }: AnswerProps) {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (typed.trim() !== '') void say(typed);
  };
  return (
    <form className={styles.answer} onSubmit={submit}>
      <Input
        ref={field}
        label={texts.answer}
        autoComplete="off"
        maxLength={TEST_LIMITS.text}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" look="main" isBusy={busy !== null}>
        {texts.send}
      </Button>
    </form>
  );
}
