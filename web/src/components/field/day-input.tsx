import { type ComponentProps, useEffect, useRef } from 'react';
import { Input } from './field';
import { useTyped } from './use-typed';

/** A day that is typed digit by digit is one for a moment before it is the wanted one. */
const TYPED_MS = 700;

interface DayInputProps extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'type'> {
  readonly value: string;
  /** Empty for none, unless a day is required. */
  readonly onDay: (day: string) => void;
}

/** A day in the address: chosen ones at once, typed ones when the user pauses or leaves the field. */
export function DayInput({ value, onDay, ...rest }: DayInputProps) {
  const { typed, type, send, latest } = useTyped(value);
  const isByKeys = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const commit = (day: string) => {
    clearTimeout(timer.current);
    isByKeys.current = false;
    if (day === latest || (day === '' && rest.required)) return;
    send(day);
    onDay(day);
  };
  return (
    <Input
      {...rest}
      type="date"
      value={typed}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit(typed);
        else if (key !== 'Tab') isByKeys.current = true;
      }}
      onChange={({ target: { value: day } }) => {
        type(day);
        clearTimeout(timer.current);
        if (isByKeys.current) timer.current = setTimeout(() => commit(day), TYPED_MS);
        else commit(day);
      }}
      onBlur={() => {
        commit(typed);
        if (typed === '' && rest.required) type(value);
      }}
    />
  );
}
