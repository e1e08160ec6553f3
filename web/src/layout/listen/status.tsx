import type { ListenSubject } from '../../api/listening';
import type { ListeningObstacle, ListeningState } from '../../live/call-listening';
import { listening as texts } from '../../messages/en/listening';

interface ListenStatusProps {
  readonly kind: ListenSubject['kind'];
  readonly state: ListeningState;
  /** Whether one can listen again. */
  readonly hasButton: boolean;
}

/** What a screen reader speaks into a call: trouble, the beginning and the end, but none of its words. */
export default function ListenStatus({ kind, state, hasButton }: ListenStatusProps) {
  const { phase, notices, obstacle, end } = state;
  const trouble = [
    ...[...notices].map((notice) => texts.notices[notice]),
    ...(obstacle?.kind === 'lost' && !hasButton ? [texts.lost] : obstacleTexts(obstacle, kind)),
  ];
  return (
    <>
      {phase !== 'over' && !notices.has('reconnecting') && (
        <p>{phase === 'connecting' ? texts.connecting : texts.isOn}</p>
      )}
      {trouble.map((text) => (
        <p key={text} className="warning">
          {text}
        </p>
      ))}
      {end && <p>{end.reason ?? texts.over}</p>}
    </>
  );
}

/** None of an error that is shown as everywhere. */
function obstacleTexts(obstacle: ListeningObstacle | null, kind: ListenSubject['kind']): readonly string[] {
  if (obstacle === null) return [];
  if (obstacle.kind !== 'error') return [texts.obstacles[obstacle.kind]];
  const { code, message, details } = obstacle.error;
  if (code !== 'not_listenable') return [];
  return [texts.refusals[kind].get(details.reason ?? '') ?? message];
}
