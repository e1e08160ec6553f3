import { type ComponentType, Suspense, useState } from 'react';
import { Button } from '../../components/button/button';
import { Icon } from '../../components/icon/icon';
import { ErrorBoundary } from '../error-boundary';

interface Closable {
  readonly onClose: () => void;
}

interface DialogButtonProps<Props extends Closable> {
  readonly words: string;
  /** Loaded when the pointer comes near. */
  readonly dialog: ComponentType<Props> & { readonly preload: () => Promise<void> };
  readonly with?: Omit<Props, 'onClose'>;
  readonly look?: 'plain' | 'quiet' | 'main';
  /** Adds an entry to a list. */
  readonly isNew?: boolean;
  readonly onClose?: (() => void) | undefined;
}

/** A late response for a dismissed dialog calls `onClose`, and closes no dialog that was opened since. */
export function DialogButton<Props extends Closable>(props: DialogButtonProps<Props>) {
  const { words, dialog: Dialog, isNew = false, look = isNew ? 'main' : 'plain', onClose } = props;
  /** A new object each time it opens. */
  const [opening, setOpening] = useState<object | null>(null);
  const close = () => {
    setOpening((now) => (now === opening ? null : now));
    onClose?.();
  };
  const preload = () => void Dialog.preload();
  return (
    <>
      <Button look={look} onPointerEnter={preload} onFocus={preload} onClick={() => setOpening({})}>
        {isNew && <Icon name="plus" />}
        {words}
      </Button>
      <ErrorBoundary>
        <Suspense>{opening && <Dialog {...({ ...props.with, onClose: close } as Props)} />}</Suspense>
      </ErrorBoundary>
    </>
  );
}
