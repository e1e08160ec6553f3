import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/button/button';
import { prepareListening } from '../../live/use-listening';
import { listen as texts } from '../../messages/en/listen';
import { useSignedIn } from '../session';
import styles from './listen.module.css';

interface ListenRowProps {
  readonly call: { readonly id: string; readonly status: string };
  readonly to: '/calls/$id' | '/human-calls/$id';
}

/** In the row of a call in progress: opens its page, which begins to listen. */
export function ListenRow({ call: { id, status }, to }: ListenRowProps) {
  const { account } = useSignedIn();
  const navigate = useNavigate();
  if (status !== 'in_progress' || !account.scopes.includes('calls:listen')) return null;
  return (
    <Button
      look="quiet"
      className={styles.row}
      onClick={() => {
        prepareListening(id);
        void navigate({ to, params: { id } });
      }}
    >
      {texts.listen}
    </Button>
  );
}
