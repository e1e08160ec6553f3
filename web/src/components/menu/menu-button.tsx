import { type ReactNode, Suspense, useRef, useState } from 'react';
import { Icon } from '../icon/icon';
import { lazyPart } from '../lazy/lazy';
import type { MenuItem } from './menu-popup';
import styles from './menu.module.css';

const MenuPopup = lazyPart(() => import('./menu-popup'));

interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly head?: ReactNode;
}

/** The menu's code is loaded when the pointer comes near. */
export function MenuButton({ label, items, head }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void MenuPopup.preload()}
        onFocus={() => void MenuPopup.preload()}
        onClick={() => {
          setOpened(true);
          setOpen(!isOpen);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpened(true);
          setOpen(true);
        }}
      >
        {label}
        <Icon name="down" />
      </button>
      {wasOpened && (
        <Suspense>
          <MenuPopup
            label={label}
            button={button}
            isOpen={isOpen}
            setOpen={setOpen}
            items={items}
            head={head}
          />
        </Suspense>
      )}
    </>
  );
}
