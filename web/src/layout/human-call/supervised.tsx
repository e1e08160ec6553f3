import { EVERY } from '../../api/live';
import { listening } from '../../api/listening';
import { useLive } from '../../api/queries';
import { listen as texts } from '../../messages/en/listen';
import styles from './human-call.module.css';

/** Tells a counsellor who talks that somebody of the account hears it. */
export function Supervised({ id }: { readonly id: string }) {
  const { data } = useLive({
    key: ['my-listeners', id],
    load: (signal) => listening.ofMine(id, signal),
    every: EVERY.call,
  });
  return <div role="status">{data?.listening && <p className={styles.notice}>{texts.supervised}</p>}</div>;
}
