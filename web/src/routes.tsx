import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Outlet,
  retainSearchParams,
  useMatches,
} from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import type { Scope } from './api/types';
import { lazyPart } from './components/lazy/lazy';
import { Broken } from './layout/error-boundary';
import { noteNavigation, Page } from './layout/page';
import { SignedInFrame } from './layout/signed-in';
import { t } from './messages/en';
import type { Search } from './lib/search';
import type { NewCallDefaults } from './lib/new-call-defaults';
import Home from './pages/home/page';

/** The name of its page, and the scope that opens it. */
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly page?: string;
    readonly scope?: Scope;
  }
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    readonly newCall?: NewCallDefaults | undefined;
  }
}

const pick =
  <Names extends string>(...names: readonly Names[]) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name];
        return typeof value === 'string' && value !== '' ? [[name, value]] : [];
      }),
    ) as { readonly [Name in Names]?: string };

type Load = () => Promise<{ readonly default: ComponentType }>;

/** Loads the code of a page when it is opened, or when the pointer comes near a link. */
const lazy = (load: Load) => {
  const Part = lazyPart(load);
  const Shown = () => (
    <Suspense>
      <Part />
    </Suspense>
  );
  return Object.assign(Shown, { preload: Part.preload });
};

function NotFound() {
  return (
    <Page name="not-found" title={t.common.notFound} state="ready">
      <a href="/console">{t.common.toHome}</a>
    </Page>
  );
}

/** A page that cannot be shown, such as one whose code a new version has removed. */
const brokenPage = (name: string) =>
  function BrokenPage({ error, reset }: ErrorComponentProps) {
    return (
      <Page name={name} title={t.common.service} state="error">
        <Broken error={error} retry={reset} />
      </Page>
    );
  };

const root = createRootRoute({
  component: Outlet,
  errorComponent: ({ error, reset }) => <Broken error={error} retry={reset} />,
  notFoundComponent: NotFound,
});

/** For signed-in users; the rest of the file maps addresses. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: function SignedIn() {
    const { page = 'not-found', scope = null } = useMatches().at(-1)?.staticData ?? {};
    return <SignedInFrame page={{ name: page, scope }} />;
  },
  validateSearch: pick('account'),
  search: { middlewares: [retainSearchParams(['account'])] },
});

const READ = 'calls:read';
const OWN = 'own_calls';
const MANAGE = 'account:manage';
const HOOKS = 'webhooks:manage';
const NO_SEARCH = pick();

/**
 * For signed-in users.
 * @param name of the page, in `data-page`
 * @param scope that opens it; null: none is needed
 * @param search reads the parameters of its address
 */
const page = <Path extends string, Parameters extends object>(
  path: Path,
  name: string,
  scope: Scope | null,
  search: (search: Record<string, unknown>) => Parameters,
  load: Load,
) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    staticData: { page: name, ...(scope && { scope }) },
    validateSearch: search,
    component: lazy(load),
    errorComponent: brokenPage(name),
  });

const publicPage = <Path extends string, Parameters extends object>(
  path: Path,
  name: string,
  search: (search: Record<string, unknown>) => Parameters,
  load: Load,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    staticData: { page: name },
    validateSearch: search,
    component: lazy(load),
    errorComponent: brokenPage(name),
  });

const routes = [
  signedIn.addChildren([
    createRoute({
      getParentRoute: () => signedIn,
      path: '/',
      staticData: { page: 'home', scope: READ },
      validateSearch: pick('from', 'to', 'agent'),
      component: Home,
    }),
    page(
      '/calls',
      'calls',
      READ,
      pick(
        'status',
        'agent',
        'batch',
        'outcome',
        'test',
        'direction',
        'from',
        'to',
        'dates',
        'q',
        'chain',
        'latest',
        'after',
      ),
      () => import('./pages/calls/page'),
    ),
    page('/calls/$id', 'call', READ, NO_SEARCH, () => import('./pages/call/page')),
    page('/batches', 'batches', READ, pick('after'), () => import('./pages/batches/page')),
    page('/batches/new', 'batch-new', 'calls:write', pick('again'), () => import('./pages/batch-new/page')),
    page('/batches/$id', 'batch', READ, NO_SEARCH, () => import('./pages/batch/page')),
    page('/human-calls', 'human-calls', READ, pick('after'), () => import('./pages/human-calls/page')),
    page('/human-calls/$id', 'human-call', READ, NO_SEARCH, () => import('./pages/human-call/page')),
    page('/my-calls', 'my-calls', OWN, pick('after'), () => import('./pages/my-calls/page')),
    page('/my-calls/$id', 'my-call', OWN, NO_SEARCH, () => import('./pages/my-call/page')),
    page('/do-not-call', 'do-not-call', READ, pick('q', 'after'), () => import('./pages/do-not-call/page')),
    page('/credits', 'credits', READ, pick('after'), () => import('./pages/credits/page')),
    page('/agents', 'agents', READ, NO_SEARCH, () => import('./pages/agents/page')),
    page('/agents/new', 'agent', 'agents:manage', pick('copy'), () => import('./pages/agents/editor/page')),
    page('/agents/$id', 'agent', READ, NO_SEARCH, () => import('./pages/agents/editor/page')),
    page('/tools', 'tools', 'agents:manage', NO_SEARCH, () => import('./pages/tools/page')),
    page('/tools/new', 'tool', 'agents:manage', NO_SEARCH, () => import('./pages/tool/page')),
    page('/tools/$id', 'tool', 'agents:manage', NO_SEARCH, () => import('./pages/tool/page')),
    page('/phone-numbers', 'phone-numbers', READ, NO_SEARCH, () => import('./pages/phone-numbers/page')),
    page('/counsellors', 'counsellors', READ, NO_SEARCH, () => import('./pages/counsellors/page')),
    page('/webhook', 'webhook', HOOKS, pick('result', 'after'), () => import('./pages/webhook/page')),
    page('/webhook/deliveries/$id', 'delivery', HOOKS, NO_SEARCH, () => import('./pages/delivery/page')),
    page('/keys', 'keys', MANAGE, pick('after'), () => import('./pages/keys/page')),
    page('/settings', 'settings', MANAGE, NO_SEARCH, () => import('./pages/settings/page')),
    page('/settings/members', 'members', MANAGE, pick('after'), () => import('./pages/members/page')),
    page(
      '/settings/audit-log',
      'audit-log',
      MANAGE,
      pick('action', 'after'),
      () => import('./pages/audit-log/page'),
    ),
    page('/profile', 'profile', null, NO_SEARCH, () => import('./pages/profile/page')),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/$',
      staticData: { page: 'not-found' },
      component: NotFound,
    }),
  ]),
  publicPage('/sign-in', 'sign-in', pick('next'), () => import('./pages/sign-in/page')),
  publicPage('/setup', 'setup', NO_SEARCH, () => import('./pages/setup/page')),
  publicPage('/link', 'link', NO_SEARCH, () => import('./pages/link/page')),
  publicPage('/forgot', 'forgot', NO_SEARCH, () => import('./pages/forgot/page')),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  // Not by `basepath`, which would make Home's address end with a slash.
  rewrite: {
    input: ({ url }) => {
      url.pathname = url.pathname.replace(/^\/console(?=\/|$)/, '') || '/';
      return url;
    },
    output: ({ url }) => {
      url.pathname = url.pathname === '/' ? '/console' : `/console${url.pathname}`;
      return url;
    },
  },
  defaultPreload: 'intent',
  scrollRestoration: true,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Search) => {
    const filled = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]));
    const text = new URLSearchParams(filled).toString();
    return text === '' ? '' : `?${text}`;
  },
});

router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation, toLocation }) => {
  if (!fromLocation) return;
  const [former, next] = [fromLocation, toLocation].map(({ search }) => (search as Search).account);
  // An address without an account gets one by itself.
  if (pathChanged || (former !== undefined && former !== next)) noteNavigation();
});
