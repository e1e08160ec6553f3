import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Scope, Session, SessionAccount } from '../api/types';
import { Button } from '../components/button/button';
import { Icon } from '../components/icon/icon';
import { Link } from '../components/link/link';
import { MenuButton } from '../components/menu/menu-button';
import { Name } from '../components/name/name';
import { t } from '../messages/en';
import styles from './navigation.module.css';
import { ErrorBoundary } from './error-boundary';
import { useSignOut } from './sign-out';

const ENTRIES = [
  { to: '/', label: t.common.pages.home, icon: 'home', scope: 'calls:read' },
  { to: '/calls', label: t.common.pages.calls, icon: 'calls', scope: 'calls:read' },
  { to: '/batches', label: t.common.pages.batches, icon: 'batches', scope: 'calls:read' },
  { to: '/human-calls', label: t.common.pages.humanCalls, icon: 'headset', scope: 'calls:read' },
  { to: '/my-calls', label: t.common.pages.myCalls, icon: 'headset', scope: 'own_calls' },
  { to: '/agents', label: t.common.pages.agents, icon: 'agent', scope: 'calls:read' },
  { to: '/tools', label: t.common.pages.tools, icon: 'tool', scope: 'agents:manage' },
  { to: '/phone-numbers', label: t.common.pages.numbers, icon: 'number', scope: 'calls:read' },
  { to: '/counsellors', label: t.common.pages.counsellors, icon: 'people', scope: 'calls:read' },
  { to: '/do-not-call', label: t.common.pages.doNotCall, icon: 'block', scope: 'calls:read' },
  { to: '/credits', label: t.common.pages.credits, icon: 'coin', scope: 'calls:read' },
  { to: '/webhook', label: t.common.pages.webhook, icon: 'webhook', scope: 'webhooks:manage' },
  { to: '/keys', label: t.common.pages.keys, icon: 'key', scope: 'account:manage' },
  { to: '/settings', label: t.common.pages.settings, icon: 'settings', scope: 'account:manage' },
] as const;

interface NavigationProps {
  readonly session: Session;
  readonly account: SessionAccount | null;
}

export function Navigation({ session, account }: NavigationProps) {
  const [isOpen, setOpen] = useState(false);
  const router = useRouter();
  useEffect(() => router.subscribe('onBeforeNavigate', () => setOpen(false)), [router]);
  return (
    <header className={styles.side} data-open={isOpen || undefined}>
      <div className={styles.inner}>
        <div className={styles.top}>
          <span className={styles.account}>{account ? <Name>{account.name}</Name> : t.common.service}</span>
          <Button
            className={styles.menu}
            look="quiet"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="menu" />
            {t.common.menu}
          </Button>
        </div>
        <div className={styles.rest}>
          {session.accounts.length > 1 && (
            <ErrorBoundary>
              <AccountMenu accounts={session.accounts} current={account?.id} />
            </ErrorBoundary>
          )}
          <Pages scopes={account?.scopes ?? []} />
          <ErrorBoundary>
            <PersonMenu login={session.login} />
          </ErrorBoundary>
        </div>
      </div>
    </header>
  );
}

interface AccountMenuProps {
  readonly accounts: Session['accounts'];
  readonly current: string | undefined;
}

function AccountMenu({ accounts, current }: AccountMenuProps) {
  const router = useRouter();
  return (
    <MenuButton
      label={t.common.account}
      items={accounts.map(({ id, name }) => ({
        label: name,
        content: <Name>{name}</Name>,
        isCurrent: id === current,
        onSelect: () => void router.navigate({ to: '/', search: { account: id } }),
      }))}
    />
  );
}

function Pages({ scopes }: { readonly scopes: readonly Scope[] }) {
  const entries = ENTRIES.filter(({ scope }) => scopes.includes(scope));
  return (
    <nav aria-label={t.common.navigation}>
      <ul>
        {entries.map(({ to, label, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={styles.link ?? ''}
              activeOptions={{ exact: to === '/', includeSearch: false }}
            >
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PersonMenu({ login }: { readonly login: Session['login'] }) {
  const router = useRouter();
  const signOut = useSignOut();
  return (
    <div className={styles.you}>
      <MenuButton
        label={t.common.you}
        head={
          <div className={styles.person}>
            <strong>
              <Name>{login.name}</Name>
            </strong>
            <Name>{login.email}</Name>
          </div>
        }
        items={[
          { label: t.common.profile, onSelect: () => void router.navigate({ to: '/profile' }) },
          { label: t.common.apiReference, onSelect: () => window.location.assign('/docs') },
          { label: t.common.signOut, onSelect: signOut },
        ]}
      />
    </div>
  );
}
