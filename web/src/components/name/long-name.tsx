import { useEffect, useRef, useState } from 'react';
import { shown } from '../../lib/text';
import styles from './long-name.module.css';
import { Name } from './name';

/** At most two lines; the whole shows on hover, and on focus, which it takes only when it is cut. */
export function LongName({ children }: { readonly children: string }) {
  const box = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const measure = () => {
      const { current } = box;
      if (current && document.activeElement !== current)
        setCut(current.scrollHeight > current.clientHeight + 1);
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [children]);
  return (
    <span
      ref={box}
      className={styles.long}
      title={isCut ? shown(children) : undefined}
      tabIndex={isCut ? 0 : undefined}
    >
      <Name>{children}</Name>
    </span>
  );
}
