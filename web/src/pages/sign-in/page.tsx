import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../api/error';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Link } from '../../components/link/link';
import { useEnter } from '../../layout/enter';
import { useSubmit } from '../../layout/form';
import { useAddress } from '../../layout/address';
import { onSignInElsewhere } from '../../layout/other-tabs';
import { Page } from '../../layout/page';
import { PageForm, TextFields } from '../../layout/page-form';
import { nextAddress } from '../../lib/next-address';
import { t } from '../../messages/en';

export default function SignIn(): ReactNode {
  const service = useLive({ key: ['service'], load: requests.service });
  const state = service.data ? 'ready' : service.isError ? 'error' : 'loading';
  return (
    <Page name="sign-in" title={t.signIn.title} state={state}>
      {service.error && !service.data && (
        <Failed error={service.error} retry={() => void service.refetch()} />
      )}
      {service.isPending && <Skeleton lines={3} />}
      {service.data && service.data.sign_in_at !== null && (
        <a href={`${service.data.sign_in_at}/console/sign-in${window.location.search}`}>
          {t.signIn.elsewhere(service.data.sign_in_at)}
        </a>
      )}
      {service.data && service.data.sign_in_at === null && (
        <SignInForm needsSetup={service.data.setup_needed} />
      )}
    </Page>
  );
}

function SignInForm({ needsSetup }: { readonly needsSetup: boolean }) {
  const { next } = useAddress();
  const enter = useEnter();
  useEffect(
    () =>
      onSignInElsewhere(() => {
        window.location.assign(nextAddress(next, window.location.origin) ?? '/console');
      }),
    [next],
  );
  const form = useForm({ defaultValues: { email: '', password: '' } });
  const sending = useSubmit(form, async ({ email, password }) => {
    try {
      const session = await requests.signIn(email, password);
      await enter(session, nextAddress(next, window.location.origin));
    } catch (thrown) {
      throw worded(thrown);
    }
  });
  return (
    <PageForm
      isAlone
      sending={sending}
      words={t.signIn.submit}
      below={<Link to="/forgot">{t.signIn.forgotten}</Link>}
    >
      {needsSetup && <p className="soft">{t.signIn.setupNeeded}</p>}
      <TextFields form={form} of={FIELDS} />
    </PageForm>
  );
}

const FIELDS = {
  email: { label: t.signIn.email, type: 'email', autoComplete: 'username', autoFocus: true },
  password: { label: t.signIn.password, type: 'password', autoComplete: 'current-password' },
} as const;

/** The page's own sentences for errors of signing in. */
function worded(thrown: unknown): unknown {
  if (!(thrown instanceof ApiError)) return thrown;
  const { status, code, requestId, details, retryAfter } = thrown;
  if (code === 'wrong_credentials') return new ApiError(status, code, t.signIn.wrong, requestId, details);
  if (status === 429 && retryAfter !== null) {
    const minutes = Math.max(1, Math.ceil(retryAfter / 60));
    return new ApiError(status, code, t.signIn.tooMany(minutes), requestId, details);
  }
  return thrown;
}
