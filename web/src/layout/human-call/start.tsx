import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Counsellor } from '../../api/types';
import { Button } from '../../components/button/button';
import { Combobox } from '../../components/combobox/combobox';
import { Dialog, DialogButtons } from '../../components/dialog/dialog';
import { Empty, Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Check, Input } from '../../components/field/field';
import styles from '../../components/form/form.module.css';
import { Link } from '../../components/link/link';
import { t } from '../../messages/en';
import { fieldProps, FormError, useMakeOnce, useSubmit } from '../form';
import { useDismissal } from '../leave-guard';
import { useIsMounted } from '../use-is-mounted';
import type { Whose } from './whose';

interface StartCallProps {
  readonly whose: Whose;
  readonly onClose: () => void;
}

export default function StartCall({ whose, onClose }: StartCallProps) {
  const start = useStart(whose, onClose);
  const dismiss = useDismissal(start.sending.isChanged, onClose);
  const counsellors = useLive({ key: ['counsellors'], load: requests.counsellors, isOff: whose.isMine });
  const some = (counsellors.data?.data ?? []).filter(({ status }) => status !== 'inactive');
  return (
    <Dialog title={t.humanCalls.start} onClose={dismiss}>
      {counsellors.error && <Failed error={counsellors.error} retry={() => void counsellors.refetch()} />}
      {!whose.isMine && counsellors.isPending && <Skeleton lines={4} />}
      {counsellors.data && some.length === 0 ? (
        <Empty action={<Link to="/counsellors">{t.humanCalls.toCounsellors}</Link>}>
          {t.humanCalls.noCounsellor}
        </Empty>
      ) : (
        (whose.isMine || counsellors.data) && (
          <StartForm start={start} isMine={whose.isMine} counsellors={some} onClose={onClose} />
        )
      )}
    </Dialog>
  );
}

const FIELDS: ReadonlyMap<string, string> = new Map([
  ['contact.name', 'name'],
  ['contact.email', 'email'],
  ['contact.external_id', 'external_id'],
]);

function useStart(whose: Whose, onClose: () => void) {
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const form = useForm({
    defaultValues: {
      counsellor_id: '',
      phone_number: '',
      name: '',
      email: '',
      external_id: '',
      analyze: false,
    },
  });
  const makeOnce = useMakeOnce();
  const sending = useSubmit(
    form,
    async ({ counsellor_id, phone_number, analyze, ...rest }) => {
      const contact = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
      const body = {
        phone_number,
        analyze,
        ...(counsellor_id !== '' && { counsellor_id }),
        ...(Object.keys(contact).length > 0 && { contact }),
      };
      const { id } = await makeOnce(body, (key) => whose.requests.start(body, key));
      void queryClient.invalidateQueries({ queryKey: [whose.listPage] });
      if (!isMounted.current) return;
      onClose();
      void navigate({ to: whose.one, params: { id }, ignoreBlocker: true });
    },
    (field) => FIELDS.get(field) ?? field,
  );
  return { form, sending };
}

interface StartFormProps {
  readonly start: ReturnType<typeof useStart>;
  readonly isMine: boolean;
  readonly counsellors: readonly Counsellor[];
  readonly onClose: () => void;
}

function StartForm({ start, isMine, counsellors, onClose }: StartFormProps) {
  const { form, sending } = start;
  return (
    <form className={styles.form} onSubmit={sending.submit} noValidate>
      <FormError error={sending.error} />
      <p className="soft">{isMine ? t.humanCalls.youAreRung : t.humanCalls.whoIsRung}</p>
      {!isMine && <CounsellorField form={form} counsellors={counsellors} />}
      <ContactFields form={form} />
      <Check label={t.humanCalls.analyze} hint={t.humanCalls.analyzeHint} {...form.register('analyze')} />
      <DialogButtons>
        <Button onClick={onClose}>{t.common.cancel}</Button>
        <Button look="main" type="submit" isBusy={sending.isBusy}>
          {t.humanCalls.start}
        </Button>
      </DialogButtons>
    </form>
  );
}

type StartCallForm = StartFormProps['start']['form'];

interface CounsellorFieldProps {
  readonly form: StartCallForm;
  readonly counsellors: readonly Counsellor[];
}

/** Shows why the chosen counsellor cannot be called. */
function CounsellorField({ form, counsellors }: CounsellorFieldProps) {
  const { errors } = form.formState;
  const chosen = counsellors.find(({ id }) => id === form.watch('counsellor_id'));
  return (
    <Combobox
      label={t.humanCalls.counsellor}
      name="counsellor_id"
      choices={choicesOf(counsellors)}
      value={chosen?.id ?? ''}
      onChange={(id) => {
        form.clearErrors('counsellor_id');
        form.setValue('counsellor_id', id);
      }}
      error={errors.counsellor_id ? t.humanCalls.choose : (chosen?.blocked_reason ?? undefined)}
    />
  );
}

function ContactFields({ form }: { readonly form: StartCallForm }) {
  return (
    <>
      <Input
        label={t.humanCalls.phoneNumber}
        type="tel"
        autoComplete="off"
        hint={t.humanCalls.numberHint}
        {...fieldProps(form, 'phone_number')}
      />
      <div className={styles.row}>
        <Input label={t.humanCalls.name} autoComplete="off" {...fieldProps(form, 'name')} />
        <Input label={t.humanCalls.externalId} autoComplete="off" {...fieldProps(form, 'external_id')} />
      </div>
      <Input label={t.humanCalls.email} type="email" autoComplete="off" {...fieldProps(form, 'email')} />
    </>
  );
}

/** The counsellors by name, with the e-mail for equal names, and why one cannot be called. */
function choicesOf(counsellors: readonly Counsellor[]) {
  const named = new Map<string, number>();
  for (const { name } of counsellors) named.set(name, (named.get(name) ?? 0) + 1);
  return counsellors.map(({ id, name, email, blocked_reason }) => {
    const person = (named.get(name) ?? 0) > 1 ? `${name} (${email})` : name;
    return { value: id, label: blocked_reason === null ? person : `${person}: ${blocked_reason}` };
  });
}
