import {
  createRootRoute,
  createRoute,
  createRouter,
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

/** What a route says of itself: the name of its page, and the scope that opens it. */
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly page?: string;
    readonly scope?: Scope;
  }
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** Opens the dialog "New call", filled with this. */
    readonly newCall?: NewCallDefaults | undefined;
  }
}

/** Takes these parameters of an address, as texts. */
const pick =
  <Names extends string>(...names: readonly Names[]) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name];
        return typeof value === 'string' && value !== '' ? [[name, value]] : [];
      }),
    ) as { readonly [Name in Names]?: string };

const part = (load: () => Promise<{ default: ComponentType }>) => {
  const Part = lazyPart(load);
  const Shown = () => (
    <Suspense>
      <Part />
    </Suspense>
  );
  return Object.assign(Shown, { preload: Part.preload });
};

const root = createRootRoute({
  component: Outlet,
  errorComponent: ({ error }) => <Broken error={error} />,
  notFoundComponent: () => (
    <Page name="not-found" title={t.common.notFound} state="ready">
      <a href="/console">{t.common.toHome}</a>
    </Page>
  ),
});

/** For people who are signed in; the rest of the file is the map of addresses. */
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

const routes = [
  signedIn.addChildren([
    createRoute({
      getParentRoute: () => signedIn,
      path: '/',
      staticData: { page: 'home', scope: READ },
      validateSearch: pick('from', 'to', 'agent'),
      component: Home,
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/calls',
      staticData: { page: 'calls', scope: READ },
      validateSearch: pick(
        'status',
        'agent',
        'batch',
        'outcome',
        'test',
        'direction',
        'from',
        'to',
        'q',
        'after',
      ),
      component: part(() => import('./pages/calls/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/calls/$id',
      staticData: { page: 'call', scope: READ },
      component: part(() => import('./pages/call/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/batches',
      staticData: { page: 'batches', scope: READ },
      validateSearch: pick('after'),
      component: part(() => import('./pages/batches/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/batches/new',
      staticData: { page: 'batch-new', scope: 'calls:write' },
      validateSearch: pick('again'),
      component: part(() => import('./pages/batch-new/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/batches/$id',
      staticData: { page: 'batch', scope: READ },
      component: part(() => import('./pages/batch/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/human-calls',
      staticData: { page: 'human-calls', scope: READ },
      validateSearch: pick('after'),
      component: part(() => import('./pages/human-calls/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/human-calls/$id',
      staticData: { page: 'human-call', scope: READ },
      component: part(() => import('./pages/human-call/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/my-calls',
      staticData: { page: 'my-calls', scope: OWN },
      validateSearch: pick('after'),
      component: part(() => import('./pages/my-calls/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/my-calls/$id',
      staticData: { page: 'my-call', scope: OWN },
      component: part(() => import('./pages/my-call/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/do-not-call',
      staticData: { page: 'do-not-call', scope: READ },
      validateSearch: pick('q', 'after'),
      component: part(() => import('./pages/do-not-call/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/credits',
      staticData: { page: 'credits', scope: READ },
      validateSearch: pick('after'),
      component: part(() => import('./pages/credits/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/agents',
      staticData: { page: 'agents', scope: READ },
      component: part(() => import('./pages/agents/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/agents/new',
      staticData: { page: 'agent', scope: 'agents:manage' },
      validateSearch: pick('copy'),
      component: part(() => import('./pages/agents/editor/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/agents/$id',
      staticData: { page: 'agent', scope: READ },
      component: part(() => import('./pages/agents/editor/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/phone-numbers',
      staticData: { page: 'phone-numbers', scope: READ },
      component: part(() => import('./pages/phone-numbers/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/counsellors',
      staticData: { page: 'counsellors', scope: READ },
      component: part(() => import('./pages/counsellors/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/webhook',
      staticData: { page: 'webhook', scope: HOOKS },
      validateSearch: pick('result', 'after'),
      component: part(() => import('./pages/webhook/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/webhook/deliveries/$id',
      staticData: { page: 'delivery', scope: HOOKS },
      component: part(() => import('./pages/delivery/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/keys',
      staticData: { page: 'keys', scope: MANAGE },
      validateSearch: pick('after'),
      component: part(() => import('./pages/keys/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/settings',
      staticData: { page: 'settings', scope: MANAGE },
      component: part(() => import('./pages/settings/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/settings/members',
      staticData: { page: 'members', scope: MANAGE },
      validateSearch: pick('after'),
      component: part(() => import('./pages/members/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/settings/audit-log',
      staticData: { page: 'audit-log', scope: MANAGE },
      validateSearch: pick('action', 'after'),
      component: part(() => import('./pages/audit-log/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/profile',
      staticData: { page: 'profile' },
      component: part(() => import('./pages/profile/page')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/$',
      staticData: { page: 'not-found' },
      component: function NotFound() {
        return (
          <Page name="not-found" title={t.common.notFound} state="ready">
            <a href="/console">{t.common.toHome}</a>
          </Page>
        );
      },
    }),
  ]),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    staticData: { page: 'sign-in' },
    validateSearch: pick('next'),
    component: part(() => import('./pages/sign-in/page')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/setup',
    staticData: { page: 'setup' },
    component: part(() => import('./pages/setup/page')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/link',
    staticData: { page: 'link' },
    component: part(() => import('./pages/link/page')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgot',
    staticData: { page: 'forgot' },
    component: part(() => import('./pages/forgot/page')),
  }),
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

router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
  if (fromLocation && pathChanged) noteNavigation();
});
