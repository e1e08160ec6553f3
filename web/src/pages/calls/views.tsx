import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CallFilters } from '../../api/call-filters';
import { queryClient, useLive } from '../../api/queries';
import { ownRequests } from '../../api/own-requests';
import { Button } from '../../components/button/button';
import { lazyPart } from '../../components/lazy/lazy';
import { Name } from '../../components/name/name';
import { DialogButton } from '../../layout/buttons/dialog-button';
import { ActionButton } from '../../layout/use-action';
import type { Search } from '../../lib/search';
import { isolated } from '../../lib/text';
import { t } from '../../messages/en';
import { keptOf, keyOf } from './kept-filters';
import styles from './page.module.css';

const SaveView = lazyPart(() => import('./save-view'));

/** Filters under a name, which the service keeps with the login. */
export function Views({ filters }: { readonly filters: CallFilters }): ReactNode {
  const kept = useLive({ key: ['preferences'], load: ownRequests.preferences });
  const navigate = useNavigate({ from: '/calls' });
  const views = kept.data?.views ?? [];
  const current = views.find(
    (view) => keyOf(view.filters) === keyOf(filters) && !filters.q && !filters.chain,
  );
  const { group, keepFocus } = useKeptFocus(current?.id);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['preferences'] });
  const maySave = !current && Object.keys(keptOf(filters)).length > 0;
  const close = () => {
    keepFocus();
    refresh();
  };
  if (!kept.data || (views.length === 0 && !maySave)) return null;
  return (
    <div ref={group} role="group" aria-label={t.calls.views} className={styles.views}>
      {views.map(({ id, name, filters: to }) => (
        <Button
          key={id}
          look="quiet"
          aria-pressed={id === current?.id}
          onClick={() =>
            void navigate({ to: '/calls', search: ({ account }: Search) => ({ account, ...to }) })
          }
        >
          <Name>{name}</Name>
        </Button>
      ))}
      {maySave && (
        <DialogButton
          words={t.calls.saveView}
          dialog={SaveView}
          with={{ filters: keptOf(filters) }}
          onClose={close}
        />
      )}
      {current && <DeleteView view={current} keepFocus={keepFocus} onDone={refresh} />}
    </div>
  );
}

interface DeleteViewProps {
  readonly view: { readonly id: string; readonly name: string };
  readonly keepFocus: () => void;
  readonly onDone: () => void;
}

function DeleteView({ view: { id, name }, keepFocus, onDone }: DeleteViewProps) {
  return (
    <ActionButton
      words={t.calls.deleteView}
      ask={{ title: t.calls.deleteViewQuestion(isolated(name)) }}
      act={() => {
        keepFocus();
        return ownRequests.removeView(id);
      }}
      done={t.calls.viewDeleted}
      after={(success) => success && onDone()}
    />
  );
}

/** The button that saved or deleted a view goes away: the focus moves to the view, or to the button that saves it. */
function useKeptFocus(current: string | undefined) {
  const group = useRef<HTMLDivElement>(null);
  const isDue = useRef(false);
  useEffect(() => {
    if (!isDue.current) return;
    isDue.current = false;
    if (document.activeElement !== document.body) return;
    group.current?.querySelector<HTMLElement>('[aria-pressed="true"], button:last-child')?.focus();
  }, [current]);
  const keepFocus = () => {
    isDue.current = true;
  };
  return { group, keepFocus };
}
