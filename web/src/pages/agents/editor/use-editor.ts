import { useEffect, useState } from 'react';
import { UNSAVED, useLeaveGuard } from '../../../layout/leave-guard';
import { t } from '../../../messages/en';
import type { Editing } from './context';
import { problemsOf, shownProblems } from './problems';
import { type Beginning, useDraft } from './use-draft';
import { useSave } from './use-save';
import { useValidation } from './use-validation';

const LEAVE = { ...UNSAVED, text: t.agent.leaveText };

/** The draft of an agent, what is wrong with it, and how it is saved. */
export function useEditor(beginning: Beginning, isFilled: boolean) {
  const id = beginning.agent?.id ?? null;
  const draft = useDraft(beginning);
  const { isChanged, form } = draft;
  const validation = useValidation(id, draft, id === null && !isFilled && !isChanged);
  const { save, isBusy, failure, forgive } = useSave(id, draft);
  const [hasTried, setTried] = useState(false);
  useLeaveGuard(isChanged && !isBusy, LEAVE);
  const send = () => {
    setTried(true);
    void save();
  };
  useSaveKey(send);
  const set: Editing['set'] = (changes) => {
    forgive();
    draft.set(changes);
  };

  const failed = failure ? problemsOf(failure) : [];
  const invalid = validation.data?.errors ?? [];
  const isConflict = failure?.code === 'version_conflict';
  return {
    draft,
    validation,
    isBusy,
    failure,
    forgive,
    send,
    set,
    discard: () => {
      forgive();
      setTried(false);
      draft.discard();
    },
    // Empty fields of a new agent are reported when the user tries to save.
    problems: shownProblems([...failed, ...invalid], form, hasTried || id !== null),
    /** A newer version was saved. */
    isNewer:
      draft.isBehind || isConflict || (isChanged && invalid.some(({ code }) => code === 'version_conflict')),
    /** The failure, a conflict included, when no field shows it. */
    above: failed.length === 0 ? failure : null,
    /** Without a conflict. */
    rest: failed.length === 0 && !isConflict ? failure : null,
  };
}

/** Ctrl+S and Cmd+S save. */
function useSaveKey(save: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !isKeyS(event)) return;
      event.preventDefault();
      if (!event.repeat) save();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

/** The key S, by its place where the letters of the keyboard are not Latin. */
function isKeyS({ key, code }: KeyboardEvent): boolean {
  return key.toLowerCase() === 's' || (code === 'KeyS' && /^\P{ASCII}/u.test(key));
}
