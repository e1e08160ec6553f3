import { Suspense, useEffect } from 'react';
import type { ListenSubject } from '../../api/listening';
import { Button } from '../../components/button/button';
import { Failed } from '../../components/failed/failed';
import { lazyPart, MissingPart } from '../../components/lazy/lazy';
import type { CallEar } from '../../live/use-listening';
import { listen as texts } from '../../messages/en/listen';
import { focusHeading } from '../page';
import { useSignedIn } from '../session';
import styles from './listen.module.css';

const Controls = lazyPart(() => import('./controls'));
const ListenStatus = lazyPart(() => import('./status'));

interface ListenProps {
  readonly kind: ListenSubject['kind'];
  readonly ear: CallEar;
  readonly isInProgress: boolean;
}

/** Shown while one can listen to the call, and after one did. */
export function Listen({ kind, ear, isInProgress }: ListenProps) {
  const { account } = useSignedIn();
  const mayStart = isInProgress && account.scopes.includes('calls:listen');
  if (ear.isMissing) throw new MissingPart('listening');
  if (!mayStart && !ear.isOn && !ear.state) return null;
  return <Shown kind={kind} ear={ear} hasButton={mayStart || ear.isOn} />;
}

interface ShownProps {
  readonly kind: ListenSubject['kind'];
  readonly ear: CallEar;
  readonly hasButton: boolean;
}

function Shown({ kind, ear, hasButton }: ShownProps) {
  const { listening, state, isOn, start, stop } = ear;
  const obstacle = state?.obstacle;
  const isRefused = obstacle?.kind === 'error' && obstacle.error.code === 'not_listenable';
  const isLess = !hasButton || state?.phase === 'over';
  useEffect(() => {
    if (isLess && document.activeElement === document.body) focusHeading();
  }, [isLess, hasButton]);
  return (
    <section
      className={styles.listening}
      aria-label={texts.title}
      data-testid="listening"
      data-state={state?.phase ?? (isOn ? 'connecting' : undefined)}
    >
      {hasButton && (
        <Button look={isOn ? 'plain' : 'main'} onClick={isOn ? stop : start}>
          {isOn ? texts.stop : texts.listen}
        </Button>
      )}
      {listening && state && state.phase !== 'over' && (
        <Suspense>
          <Controls kind={kind} listening={listening} state={state} />
        </Suspense>
      )}
      <div role="status" className={styles.status}>
        {state && (
          <Suspense>
            <ListenStatus {...{ kind, state, hasButton }} />
          </Suspense>
        )}
      </div>
      {obstacle?.kind === 'error' && !isRefused && <Failed error={obstacle.error} />}
    </section>
  );
}
