import type { ComponentProps, ReactNode } from 'react';
import { Input } from './field';
import { useTyped } from './use-typed';

interface SearchFormProps extends Pick<ComponentProps<typeof Input>, 'label' | 'placeholder' | 'ref'> {
  readonly className: string | undefined;
  readonly value: string;
  readonly onFind: (text: string) => void;
  readonly children?: ReactNode;
}

/** Emits the trimmed text when it is submitted. */
export function SearchForm({ className, value, onFind, children, ...field }: SearchFormProps) {
  const { typed, type } = useTyped(value);
  return (
    <form
      role="search"
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onFind(typed.trim());
      }}
    >
      <Input {...field} type="search" value={typed} onChange={({ target }) => type(target.value)} />
      {children}
    </form>
  );
}
