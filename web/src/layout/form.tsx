import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { type FieldError, type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form';
import { ApiError, type FieldProblem } from '../api/error';
import { reportError } from '../api/queries';
import { Failed } from '../components/failed/failed';
import { randomId } from '../lib/random-id';
import { t } from '../messages/en';
import { problemSentence } from '../messages/en/problems';
import { useToast } from './toast';
import { useIsMounted } from './use-is-mounted';

export interface Submitting {
  readonly submit: (event: SyntheticEvent) => void;
  readonly isBusy: boolean;
  readonly error: ApiError | null;
  readonly isChanged: boolean;
}

/** Sends a form once, however often it is pressed. `fieldOf` maps the API's name of a field to the form's. */
export function useSubmit<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  send: (values: Values) => Promise<void>,
  fieldOf: (apiField: string) => string | null = (field) => field,
): Submitting {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const isSending = useRef(false);
  const isMounted = useIsMounted();
  const toast = useToast();
  const submit = (event: SyntheticEvent) => {
    event.stopPropagation();
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setError(null);
    toast(null);
    form.clearErrors();
    void send(form.getValues())
      .catch((thrown: unknown) => {
        if (!(thrown instanceof ApiError)) throw thrown;
        reportError(thrown);
        // The next page may have fields of the same names.
        if (isMounted.current) setError(placed(form, thrown, fieldOf));
      })
      .finally(() => {
        isSending.current = false;
        setBusy(false);
      });
  };
  const isChanged = JSON.stringify(form.watch()) !== JSON.stringify(form.formState.defaultValues);
  return { submit, isBusy, error, isChanged };
}

/** Registers a field, and shows the message of its problem. */
export function fieldProps<Values extends FieldValues>(form: UseFormReturn<Values>, name: Path<Values>) {
  const problem: FieldError | undefined = get(form.formState.errors, name);
  return { ...form.register(name), error: problem?.message };
}

/** Shows a problem that the page finds itself, and focuses its field. */
export function refuse<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: Path<Values>,
  why: string = t.common.required,
): null {
  form.setError(name, { message: problemSentence(name, why) }, { shouldFocus: true });
  return null;
}

/** The field of the form that holds a field of the API which lies deeper. */
export function outerField(apiField: string): string {
  return apiField.split(/[.[]/, 1)[0] ?? apiField;
}

/** Text that was typed since sending stays. */
export function showSaved<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  sent: Values,
  saved: Values,
  typed = form.getValues(),
): void {
  const names = Object.keys(sent) as (keyof Values)[];
  const changed = names.filter((name) => JSON.stringify(typed[name]) !== JSON.stringify(sent[name]));
  form.reset(saved, { keepDirtyValues: false });
  if (changed.length === 0) return;
  // Lists show rows that were added by a reset alone.
  const kept = Object.fromEntries(changed.map((name) => [name, typed[name]]));
  form.reset({ ...saved, ...kept }, { keepDirtyValues: false, keepDefaultValues: true });
}

/** Focuses the first problem; returns the error when a problem has no field here. */
function placed<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: ApiError,
  fieldOf: (apiField: string) => string | null,
): ApiError | null {
  const { problems } = error;
  const known = new Set(Object.keys(form.getValues()));
  const rest: FieldProblem[] = [];
  const shown = new Map<string, string>();
  for (const problem of problems) {
    const name = fieldOf(problem.field);
    if (name === null || !known.has(name.split('.', 1)[0] ?? '')) rest.push(problem);
    else shown.set(name, problemSentence(problem.field, problem.message));
  }
  for (const [name, message] of shown) form.setError(name as Path<Values>, { message });
  focusFirst([...shown.keys()]);
  if (problems.length === 0) return error;
  if (rest.length === 0) return null;
  return new ApiError(error.status, error.code, error.message, error.requestId, { errors: rest });
}

/** In the order of the page, or of the dialog over it: the service checks fields in an order of its own. */
export function focusFirst(names: readonly string[]): void {
  const frame = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document;
  const fields = [...frame.querySelectorAll<HTMLElement>('input, select, textarea')];
  const isOf = (field: HTMLElement) => (name: string) => {
    const own = field.getAttribute('name') ?? '';
    return own === name || own.startsWith(`${name}.`);
  };
  fields.find((field) => names.some(isOf(field)))?.focus();
}

export function FormError({ error }: { readonly error: ApiError | null }) {
  const box = useInView(error);
  return (
    error && (
      <div ref={box}>
        <Failed error={error} />
      </div>
    )
  );
}

/** Scrolls to each failure that an action has: the button that was pressed may be far below. */
export function useInView(failure: unknown): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) box.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return box;
}

type MakeOnce = <T>(body: unknown, make: (idempotencyKey: string) => Promise<T>) => Promise<T>;

/** Uses one key for all tries of the same body, until one succeeds. */
export function useMakeOnce(): MakeOnce {
  const tried = useRef<{ readonly body: string; readonly key: string } | null>(null);
  return async (body, make) => {
    const text = JSON.stringify(body);
    const { key } = tried.current?.body === text ? tried.current : { key: randomId() };
    tried.current = { body: text, key };
    const made = await make(key);
    tried.current = null;
    return made;
  };
}
