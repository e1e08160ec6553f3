import { type RefObject, useEffect, useRef } from 'react';

/** False once the component is left: what a late response leads to is not wanted any more. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
