import type { ListenSubject } from '../../api/listening';
import { Button } from '../../components/button/button';
import { Level } from '../../components/level/level';
import { Volume } from '../../components/volume/volume';
import type { CallListening, ListeningState } from '../../live/call-listening';
import { listening as texts } from '../../messages/en/listening';
import { useConfirm } from '../confirmation';
import { useSignedIn } from '../session';
import styles from './listen.module.css';

interface ControlsProps {
  readonly kind: ListenSubject['kind'];
  readonly listening: CallListening;
  readonly state: ListeningState;
}

export default function Controls({ kind, listening, state }: ControlsProps) {
  const { account } = useSignedIn();
  const sides = [
    ['both', texts.both],
    ['first', texts.first[kind]],
    ['contact', texts.contact],
  ] as const;
  return (
    <>
      <div role="group" aria-label={texts.sides} className={styles.sides}>
        {sides.map(([side, label]) => (
          <Button key={side} aria-pressed={state.side === side} onClick={() => listening.hear(side)}>
            {label}
          </Button>
        ))}
      </div>
      <div className={styles.level}>
        <Level label={texts.level} of={listening.level} />
      </div>
      <div className={styles.volume}>
        <Volume label={texts.volume} onChange={(volume) => listening.setVolume(volume)} />
      </div>
      {kind === 'call' && account.scopes.includes('calls:write') && (
        <EndCall listening={listening} isBusy={state.isEndingCall} />
      )}
    </>
  );
}

interface EndCallProps {
  readonly listening: CallListening;
  readonly isBusy: boolean;
}

function EndCall({ listening, isBusy }: EndCallProps) {
  const { confirm } = useConfirm();
  const end = async () => {
    const { endQuestion: title, endText: text, endCall: action } = texts;
    if (await confirm({ title, text, action })) listening.endCall();
  };
  return (
    <Button look="danger" isBusy={isBusy} onClick={() => void end()}>
      {texts.endCall}
    </Button>
  );
}
