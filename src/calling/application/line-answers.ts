import { decimal, flag, inline, nullable, text } from '../../platform/http/answers/answer';
import type { LineView } from '../../trunks';

const MOS = decimal('Mean opinion score, estimated by ITU-T G.107: 4.5 is best.', {
  minimum: 1,
  maximum: 4.5,
});
const JITTER = decimal('RFC 3550, the median of 5 s intervals.', { minimum: 0 });
const LOST = decimal('Packets that never came, in percent.', { minimum: 0, maximum: 100 });

/** The quality of a leg's line. @param description of whose it is, and when it is null */
export function line(description: string) {
  return nullable(
    inline<LineView>(description, {
      codec: nullable(text('PCMA or PCMU.')),
      encrypted: flag('Whether it is SRTP.'),
      in: inline<LineView['in']>('What the service received.', {
        mos: MOS,
        jitter_ms: JITTER,
        lost_percent: LOST,
        late_percent: decimal('Packets that came too late to be played, in percent.', {
          minimum: 0,
          maximum: 100,
        }),
      }),
      out: nullable(
        inline<NonNullable<LineView['out']>>(
          'What the phone reports that it received; null before its first report.',
          {
            mos: MOS,
            lost_percent: LOST,
            jitter_ms: JITTER,
          },
        ),
      ),
      round_trip_ms: nullable(decimal('There and back; null while it is not known.', { minimum: 0 })),
      delay_ms: decimal('Half of it, the time in our buffer, and 20 ms.', { minimum: 0 }),
    }),
  );
}
