import { type KeyboardEvent, type RefObject, useState } from 'react';

/** An empty value stands for none. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface ComboboxOptions {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string) => void;
}

export type ComboboxState = ReturnType<typeof useCombobox>;

const MAX_MATCHES = 50;

/** The page shows the underscores of zones and labels as spaces. */
const plain = (text: string) => text.toLowerCase().replaceAll('_', ' ');

/** The typed text, the choices that contain it, and the keys that move among them. */
export function useCombobox({ list, choices, onChange }: ComboboxOptions) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const wanted = plain((typed ?? '').trim());
  const matches = choices.filter(({ label }) => plain(label).includes(wanted)).slice(0, MAX_MATCHES);

  const open = () => setOpen(true);
  const close = () => {
    setOpen(false);
    setTyped(null);
    setAt(-1);
  };
  const choose = (choice: Choice | undefined) => {
    if (choice) onChange(choice.value);
    close();
  };
  const type = (text: string) => {
    setTyped(text);
    open();
    setAt(-1);
  };
  const move = (by: 1 | -1) => {
    const to = Math.min(Math.max(at + by, 0), matches.length - 1);
    open();
    setAt(to);
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => choose(matches[at] ?? (typed === null ? undefined : matches[0])),
    Escape: close,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!act || (!isOpen && (event.key === 'Enter' || event.key === 'Escape'))) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return { typed, isOpen, at, matches, open, close, choose, type, onKeyDown };
}
