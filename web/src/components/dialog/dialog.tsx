import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { t } from '../../messages/en';
import { Icon } from '../icon/icon';
import { popups } from '../popups/popups';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
  /** What gets the focus first; the first field when absent. */
  readonly first?: RefObject<HTMLElement | null>;
}

/** A dialog that is open as long as it is there; on a phone it fills the screen. */
export function Dialog({ title, children, onClose, first }: DialogProps) {
  return (
    <Base.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Base.Portal container={popups()}>
        <Base.Backdrop className={styles.backdrop ?? ''} />
        <Base.Popup className={styles.dialog ?? ''} {...(first && { initialFocus: first })}>
          <div className={styles.head}>
            <Base.Title className={styles.title ?? ''}>{title}</Base.Title>
          </div>
          {children}
          {/* Last, so that the first field gets the focus. */}
          <Base.Close className={styles.close ?? ''} aria-label={t.common.close}>
            <Icon name="close" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The row of buttons that ends a dialog. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}
