import type { ComponentProps } from 'react';
import { Select } from './field';
import { useTyped } from './use-typed';

interface AddressSelectProps extends Omit<ComponentProps<typeof Select>, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

/** A choice in the address. The keys may be faster than the address. */
export function AddressSelect({ value, onChoose, ...rest }: AddressSelectProps) {
  const { typed, type, send } = useTyped(value);
  return (
    <Select
      {...rest}
      value={typed}
      onChange={({ target }) => {
        type(target.value);
        send(target.value);
        onChoose(target.value);
      }}
    />
  );
}
