import { Navigate, Outlet, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { setIdentity } from '../api/client';
import type { ApiError } from '../api/error';
import { forgetAnswers, useLive } from '../api/queries';
import { requests } from '../api/requests';
import type { Scope, Session, SessionAccount } from '../api/types';
import { Button } from '../components/button/button';
import { Skeleton } from '../components/empty/empty';
import { Failed } from '../components/failed/failed';
import { Name } from '../components/name/name';
import { Zone } from '../components/time/time';
import { isolated } from '../lib/text';
import type { Search } from '../lib/search';
import { useFirstShown } from './use-first-shown';
import { t } from '../messages/en';
import { useAddress } from './address';
import { ConfirmationProvider } from './confirmation';
import { Navigation } from './navigation';
import { Page, StandsAlone } from './page';
import { lastAccount, rememberAccount, SignedInContext } from './session';
import { useErrorWatch } from './session-watch';
import { useSignOut } from './sign-out';
import styles from './signed-in.module.css';
import { Toaster } from './toast';

interface Current {
  readonly name: string;
  readonly scope: Scope | null;
}

export function SignedInFrame({ page }: { readonly page: Current }): ReactNode {
  const { account: wanted } = useAddress();
  const [other, setOther] = useState<Session | null>(null);
  const [checks, setChecks] = useState(0);
  const query = useLive({ key: ['session'], load: requests.session });
  const session = useFirstShown(query.data);
  useErrorWatch(session, setOther, setChecks);
  const account = session ? chosen(session, wanted) : null;
  const accountId = account?.id ?? null;
  const [formerAccount, setFormerAccount] = useState(accountId);
  if (accountId !== formerAccount) {
    // Before anything of the other account is drawn.
    if (formerAccount !== null) forgetAnswers();
    setFormerAccount(accountId);
  }
  setIdentity(accountId, session?.id ?? null);
  useAccountInAddress(session, account, wanted);
  const contentKey = `${accountId ?? ''} ${checks}`;
  const signedIn = useMemo(() => (session && account ? { session, account } : null), [session, account]);

  if (other) return <OtherTab session={other} />;
  if (!session) return <NoSession page={page} error={query.error} retry={() => void query.refetch()} />;
  return (
    <SignedInContext value={signedIn}>
      <Zone value={account?.timezone ?? 'UTC'}>
        <Toaster>
          {(news) => (
            <StandsAlone value={false}>
              <ConfirmationProvider contentKey={contentKey}>
                <SkipLink />
                <div className={styles.frame}>
                  <Navigation session={session} account={account} />
                  <div className={styles.content} key={contentKey}>
                    <Content page={page} account={account} />
                  </div>
                </div>
                {news}
              </ConfirmationProvider>
            </StandsAlone>
          )}
        </Toaster>
      </Zone>
    </SignedInContext>
  );
}

interface NoSessionProps {
  readonly page: Current;
  readonly error: ApiError | null;
  readonly retry: () => void;
}

/** Before the session is loaded. After a 401 the page to sign in follows. */
function NoSession({ page, error, retry }: NoSessionProps) {
  return (
    <Page name={page.name} title={t.common.service} state={error ? 'error' : 'loading'}>
      {error && error.status !== 401 ? <Failed error={error} retry={retry} /> : <Skeleton />}
    </Page>
  );
}

function SkipLink() {
  return (
    <a
      className={styles.skip}
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
    >
      {t.common.skip}
    </a>
  );
}

function Content({
  page,
  account,
}: {
  readonly page: Current;
  readonly account: SessionAccount | null;
}): ReactNode {
  const signOut = useSignOut();
  if (!account && page.scope !== null) {
    return (
      <Page name="not-allowed" title={t.common.noAccount} state="ready">
        <Button onClick={signOut}>{t.common.signOut}</Button>
      </Page>
    );
  }
  const scopes = account?.scopes ?? [];
  // The first page of a counsellor without further roles.
  if (page.name === 'home' && !scopes.includes('calls:read') && scopes.includes('own_calls')) {
    return <Navigate to="/my-calls" replace />;
  }
  if (page.scope !== null && !scopes.includes(page.scope)) {
    return (
      <Page name="not-allowed" title={t.common.notAllowed} state="ready">
        {null}
      </Page>
    );
  }
  return <Outlet />;
}

/** Another tab has a new session: no data of the former user may be shown or sent. */
function OtherTab({ session }: { readonly session: Session }) {
  const { name, email } = session.login;
  const [before, after] = t.common.otherTab;
  return (
    <Page
      name="other-tab"
      title={`${before} ${isolated(name)} ${after}`}
      heading={
        <>
          {before} <Name>{name}</Name> {after}
        </>
      }
      state="ready"
    >
      <p>
        <Name>{email}</Name>
      </p>
      <br />
      <Button look="main" onClick={() => window.location.assign('/console')}>
        {t.common.goOn}
      </Button>
    </Page>
  );
}

function chosen(session: Session, wanted: string | undefined): SessionAccount | null {
  const of = (id: string | null | undefined) => session.accounts.find((account) => account.id === id);
  return of(wanted) ?? of(lastAccount()) ?? session.accounts[0] ?? null;
}

/** Stores the account as the last one. With several, each address names its account; no address names another. */
function useAccountInAddress(
  session: Session | undefined,
  account: SessionAccount | null,
  wanted?: string,
): void {
  const navigate = useNavigate();
  const isOneOfMany = (session?.accounts.length ?? 0) > 1;
  const id = account?.id;
  useEffect(() => {
    if (id === undefined) return;
    rememberAccount(id);
    if (wanted !== id && (isOneOfMany || wanted !== undefined)) {
      void navigate({ to: '.', search: (former: Search) => ({ ...former, account: id }), replace: true });
    }
  }, [id, isOneOfMany, wanted, navigate]);
}
