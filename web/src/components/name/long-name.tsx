import { useEffect, useRef, useState } from 'react';
import { shown } from '../../lib/text';
import styles from './long-name.module.css';
import { Name } from './name';

/** At most two lines; the whole shows on hover, and on focus, which it takes only when it is cut. */
export function LongName({ children }: { readonly children: string }) {
  const box = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    // After the layout of the page, and again with each new width: to measure here would lay all rows out at once.
    const observer = new ResizeObserver(() => {
      if (document.activeElement !== current) setCut(current.scrollHeight > current.clientHeight + 1);
    });
    observer.observe(current);
    return () => observer.disconnect();
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

/** A name above the e-mail. */
export function Person({
  of: { name, email },
}: {
  readonly of: { readonly name: string; readonly email: string };
}) {
  return (
    <span className={styles.person}>
      <LongName>{name}</LongName>
      <span className="soft small">
        <LongName>{email}</LongName>
      </span>
    </span>
  );
}
