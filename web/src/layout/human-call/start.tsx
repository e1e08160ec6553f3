import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { filled } from '../../api/call-filters';
import type { ApiError } from '../../api/error';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Counsellor } from '../../api/types';
import { Combobox } from '../../components/combobox/combobox';
import { Empty, Skeleton } from '../../components/empty/empty';
import { Check } from '../../components/field/field';
import styles from '../../components/form/form.module.css';
import { Link } from '../../components/link/link';
import { t } from '../../messages/en';
import { DialogForm } from '../dialog-form';
import { FailedParts } from '../failed-parts';
import { useMakeOnce, useSubmit } from '../form';
import { TextFields } from '../page-form';
import { useIsMounted } from '../use-is-mounted';
import type { Whose } from './whose';

interface StartCallProps {
  readonly whose: Whose;
  readonly onClose: () => void;
}

export default function StartCall({ whose, onClose }: StartCallProps) {
  const { isMine } = whose;
  const { form, sending } = useStart(whose, onClose);
  const counsellors = useLive({ key: ['counsellors'], load: requests.counsellors, isOff: isMine });
  const some = (counsellors.data?.data ?? []).filter(({ status }) => status !== 'inactive');
  const missing =
    !isMine && (counsellors.data ? some.length === 0 && <NoCounsellor /> : <Loading of={counsellors} />);
  return (
    <DialogForm
      words={t.humanCalls.start}
      sending={sending}
      onClose={onClose}
      above={counsellors.data && <FailedParts of={[counsellors]} />}
      instead={missing}
    >
      <p className="soft">{isMine ? t.humanCalls.youAreRung : t.humanCalls.whoIsRung}</p>
      {!isMine && <CounsellorField form={form} counsellors={some} />}
      <ContactFields form={form} />
      <Check label={t.humanCalls.analyze} hint={t.humanCalls.analyzeHint} {...form.register('analyze')} />
    </DialogForm>
  );
}

function NoCounsellor() {
  return (
    <Empty action={<Link to="/counsellors">{t.humanCalls.toCounsellors}</Link>}>
      {t.humanCalls.noCounsellor}
    </Empty>
  );
}

function Loading({ of: counsellors }: { readonly of: UseQueryResult<unknown, ApiError> }) {
  return counsellors.error ? <FailedParts of={[counsellors]} /> : <Skeleton lines={4} />;
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
      const contact = filled(rest);
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

type StartCallForm = ReturnType<typeof useStart>['form'];

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
  const { phoneNumber, numberHint: hint, name, externalId, email } = t.humanCalls;
  return (
    <>
      <TextFields form={form} of={{ phone_number: { label: phoneNumber, hint, type: 'tel' } }} />
      <div className={styles.row}>
        <TextFields form={form} of={{ name: { label: name }, external_id: { label: externalId } }} />
      </div>
      <TextFields form={form} of={{ email: { label: email, type: 'email' } }} />
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
