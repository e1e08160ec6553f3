import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './button.module.css';

type Look = 'main' | 'plain' | 'quiet' | 'danger';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look;
  readonly isBusy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export const buttonLink = (look: Look = 'plain') => `${styles.button ?? ''} ${styles[look] ?? ''}`;

/** While it is busy it keeps the focus: a disabled button would lose it. */
export function Button({
  look = 'plain',
  isBusy = false,
  type = 'button',
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`${buttonLink(look)} ${className ?? ''}`}
      aria-busy={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
