import { useState } from 'react';

/** The value, and once it is null the last one until what takes its place is loaded: nothing vanishes between the two. */
export function useLast<T>(value: T | null, isReplaced: boolean): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? (isReplaced ? null : last);
}
