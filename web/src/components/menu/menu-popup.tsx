import { Menu } from '@base-ui/react/menu';
import type { ReactNode, RefObject } from 'react';
import { popups } from '../popups/popups';
import styles from './menu.module.css';

export interface MenuItem {
  readonly label: string;
  readonly content?: ReactNode;
  readonly onSelect: () => void;
  readonly isCurrent?: boolean;
}

interface MenuPopupProps {
  readonly label: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly items: readonly MenuItem[];
  readonly head: ReactNode;
}

export default function MenuPopup({ label, button, isOpen, setOpen, items, head }: MenuPopupProps) {
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={(open, details) => {
        // The button itself opens and closes it.
        if (!open && details.event.target instanceof Node && button.current?.contains(details.event.target))
          return;
        setOpen(open);
      }}
    >
      <Menu.Portal container={popups()}>
        <Menu.Positioner
          anchor={button}
          // The button does not scroll with the page.
          positionMethod="fixed"
          sideOffset={6}
          align="start"
          className={styles.positioner ?? ''}
        >
          <Menu.Popup
            className={styles.popup ?? ''}
            finalFocus={() => !isOnHeading() && button.current}
            aria-label={label}
            onKeyDown={(event) => {
              if (event.key !== 'Tab') return;
              // The menu stands behind the page: what follows it there is not what follows the button.
              event.preventDefault();
              setOpen(false);
            }}
          >
            {head}
            {items.map((item, place) => (
              <Menu.Item
                // Two accounts may have the same name.
                key={place}
                className={styles.item ?? ''}
                label={item.label}
                onClick={item.onSelect}
                {...(item.isCurrent && { 'aria-current': true })}
              >
                {item.content ?? item.label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** The page that an item opened may have the focus already. */
function isOnHeading(): boolean {
  return document.activeElement?.matches('h1') ?? false;
}
