import { useEffect, useId, useRef } from 'react';
import { useForm } from 'react-hook-form';
import type { HumanCall } from '../../api/human-calls';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Area } from '../../components/field/field';
import { Name } from '../../components/name/name';
import { Part } from '../../components/part/part';
import { Time } from '../../components/time/time';
import { labelInWords, labelOf } from '../../lib/text';
import { t } from '../../messages/en';
import { fieldProps, showSaved, useSubmit } from '../form';
import { useLeaveGuard } from '../leave-guard';
import { PageForm, TextFields } from '../page-form';
import { useToast } from '../toast';
import styles from './human-call.module.css';
import { wantsDisposition } from './standing';
import type { Whose } from './whose';

interface DispositionProps {
  readonly whose: Whose;
  readonly call: HumanCall;
}

export function Disposition({ whose, call }: DispositionProps) {
  const listId = useId();
  const labels = useLabels(whose);
  const { form, sending } = useDisposition({ whose, call }, labels);
  const { isDirty } = form.formState;
  useLeaveGuard(isDirty);
  const isAsked = wantsDisposition(call);
  useFocusAtEnd(call, () => {
    if (whose.isMine && isAsked) form.setFocus('label');
  });
  return (
    <Part title={t.humanCalls.cameOfIt}>
      <p role="status" className={styles.asked}>
        {whose.isMine && isAsked && t.humanCalls.ended}
      </p>
      {call.disposition && <Recorded disposition={call.disposition} />}
      <PageForm sending={sending} words={t.humanCalls.saveDisposition} look={isAsked ? 'main' : 'plain'}>
        <TextFields form={form} of={{ label: { label: t.humanCalls.label, list: listId } }} />
        <datalist id={listId}>
          {labels.map((label) => (
            <option key={label} value={labelInWords(label)} />
          ))}
        </datalist>
        <Area label={t.humanCalls.note} {...fieldProps(form, 'note')} />
      </PageForm>
    </Part>
  );
}

/** The form of a call's disposition. A label that is typed in other letters becomes one of `labels`. */
function useDisposition({ whose, call }: DispositionProps, labels: readonly string[]) {
  const toast = useToast();
  const { disposition, id } = call;
  const form = useForm({
    values: valuesOf(disposition),
    resetOptions: { keepDirtyValues: true },
  });
  const sending = useSubmit(form, async (values) => {
    const { note } = values;
    const label = labelOf(values.label, [...labels, disposition?.label ?? '']);
    const saved = await whose.requests.dispose(id, { label, note: note.trim() === '' ? null : note });
    showSaved(form, values, valuesOf(saved.disposition));
    queryClient.setQueryData([whose.onePage, id], saved);
    void queryClient.invalidateQueries({ queryKey: [whose.listPage] });
    toast({ text: t.humanCalls.saved });
  });
  return { form, sending };
}

function Recorded({ disposition }: { readonly disposition: NonNullable<HumanCall['disposition']> }) {
  const { label, recorded_by, recorded_at } = disposition;
  return (
    <p>
      <strong>
        <Name>{labelInWords(label)}</Name>
      </strong>{' '}
      <span className="soft">
        {t.humanCalls.recordedBy.get(recorded_by) ?? recorded_by}, <Time at={recorded_at} />
      </span>
    </p>
  );
}

function valuesOf(disposition: HumanCall['disposition']) {
  return { label: labelInWords(disposition?.label ?? ''), note: disposition?.note ?? '' };
}

/** The account's own, those of the latest calls, or the usual ones. */
function useLabels({ isMine, listPage, requests: { list } }: Whose): readonly string[] {
  const latest = useLive({ key: [listPage, undefined], load: (signal) => list(undefined, signal) });
  const settings = useLive({ key: ['settings'], load: requests.settings, isOff: isMine });
  const own = settings.data?.dispositions ?? [];
  const used = (latest.data?.data ?? []).flatMap(({ disposition }) => disposition?.label ?? []);
  return [...new Set([...own, ...used, ...(own.length > 0 ? [] : t.humanCalls.labels)])];
}

/** When the call ends while it is shown, unless another element has the focus. */
function useFocusAtEnd({ ended_at }: HumanCall, act: () => void): void {
  const hasEnded = ended_at !== null;
  const had = useRef(hasEnded);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (had.current === hasEnded) return;
    had.current = hasEnded;
    const focused = document.activeElement;
    // The heading has it right after the page was opened.
    if (focused === null || focused === document.body || focused.tagName === 'H1') latest.current();
  }, [hasEnded]);
}
