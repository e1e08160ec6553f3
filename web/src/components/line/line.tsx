import type { CallContext } from '../../api/types';
import { shownNumber } from '../../lib/shown-time';
import { line as texts, qualityWord } from '../../messages/en/line';
import { Facts, Part } from '../part/part';

type Quality = NonNullable<CallContext['line']>;

interface LineProps {
  readonly title: string;
  readonly line: Quality;
}

/** How good the sound of a phone is, both ways. */
export function Line({
  title,
  line: { codec, encrypted, in: own, out, round_trip_ms, delay_ms },
}: LineProps) {
  const ms = (value: number) => texts.ms(shownNumber(value));
  const codecText = codec !== null && (encrypted ? texts.encrypted(codec) : codec);
  return (
    <Part title={title}>
      <div data-testid="line" data-mos={own.mos.toFixed(1)}>
        <Facts
          facts={[
            [texts.received, scoreOf(own.mos)],
            [texts.jitter, ms(own.jitter_ms)],
            [texts.lost, texts.percent(shownNumber(own.lost_percent))],
            [texts.late, texts.percent(shownNumber(own.late_percent))],
            [texts.sent, out && scoreOf(out.mos)],
            [texts.jitterThere, out && ms(out.jitter_ms)],
            [texts.lostThere, out && texts.percent(shownNumber(out.lost_percent))],
            [texts.delay, ms(delay_ms)],
            [texts.roundTrip, round_trip_ms !== null && ms(round_trip_ms)],
            [texts.codec, codecText],
          ]}
        />
      </div>
    </Part>
  );
}

function scoreOf(mos: number): string {
  return texts.score(qualityWord(mos), shownNumber(mos));
}
