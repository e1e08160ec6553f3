import { useState } from 'react';

/** The text of a field that follows the address: a new value of the address replaces what was typed. */
export function useTyped(value: string): readonly [string, (text: string) => void] {
  const [state, setState] = useState({ value, typed: value });
  if (state.value !== value) setState({ value, typed: value });
  return [state.typed, (typed) => setState({ value, typed })];
}
