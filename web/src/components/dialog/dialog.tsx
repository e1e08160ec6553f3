import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { t } from '../../messages/en';
import { Icon } from '../icon/icon';
import { popups } from '../popups/popups';
import styles from './dialog.module.css';

const FOCUSABLE = 'input, select, textarea, button, a[href], [tabindex="0"]';

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** On a phone it fills the screen. The focus goes to its first field. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const focusOf = useFirstFocus(content);
  return (
    <Base.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Base.Portal container={popups()}>
        <Base.Backdrop
          className={styles.backdrop ?? ''}
          // The focus stays in the dialog, which may stay open.
          onMouseDown={(event) => event.preventDefault()}
        />
        <Base.Popup className={styles.dialog ?? ''} initialFocus={() => focusOf() ?? true}>
          <div className={styles.head}>
            <Base.Title className={styles.title ?? ''}>{title}</Base.Title>
            <Base.Close className={styles.close ?? ''} aria-label={t.common.close}>
              <Icon name="close" />
            </Base.Close>
          </div>
          <div ref={content}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Returns what gets the focus; where nothing is loaded yet, it gets the focus later, unless the user has moved it. */
function useFirstFocus(content: RefObject<HTMLElement | null>): () => HTMLElement | null {
  const isDue = useRef(false);
  const first = () => content.current?.querySelector<HTMLElement>(FOCUSABLE) ?? null;
  useEffect(() => {
    const found = isDue.current ? first() : null;
    if (!found) return;
    isDue.current = false;
    const { activeElement } = document;
    const isInHead = activeElement?.closest('[role="dialog"]')?.contains(found) === true;
    if (isInHead && !content.current?.contains(activeElement)) found.focus();
  });
  return () => {
    const found = first();
    isDue.current = !found;
    return found;
  };
}

export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}
