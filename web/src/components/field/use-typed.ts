import { useState } from 'react';

interface Typed {
  readonly typed: string;
  readonly type: (text: string) => void;
  /** The address gets the text a moment later: until then a newer one stays. */
  readonly send: (text: string) => void;
  /** What the address has, or will have in a moment. */
  readonly latest: string;
}

/** The text of a field that follows the address: a value of another origin replaces what was typed. */
export function useTyped(value: string): Typed {
  const [state, setState] = useState({ value, typed: value, sent: [] as readonly string[] });
  if (state.value !== value) {
    const at = state.sent.indexOf(value);
    setState(
      at < 0
        ? { value, typed: value, sent: [] }
        : { value, typed: state.typed, sent: state.sent.slice(at + 1) },
    );
  }
  return {
    typed: state.typed,
    type: (typed) => setState((now) => ({ ...now, typed })),
    send: (text) => setState((now) => ({ ...now, sent: [...now.sent, text] })),
    latest: state.sent.at(-1) ?? value,
  };
}
