import { setTimeout as sleep } from 'node:timers/promises';

/** What a second phone does that a carrier joins to a first one. */
export interface SecondScript {
  readonly becomes?: string;
  readonly ringMs?: number;
  readonly hangUpAfterMs?: number | null;
}

/** What a first phone does when another one is dialed for it in the middle of its call. */
export interface JoinedScript {
  /** It hangs up so long after that; null: the other side does. */
  readonly leavesDialAfterMs?: number | null;
}

/** Whether the first phone is still there. */
export class Line {
  leave: () => void = () => undefined;
  readonly gone = new Promise<'gone'>((resolve) => {
    this.leave = () => resolve('gone');
  });
}

/** How the second phone ended; `stopped`: the first one had gone while it rang. */
export type SecondEnd = 'talked' | 'stopped' | 'busy' | 'no-answer' | 'failed';

/** Rings a second phone and joins it, until one of the two has gone or the limit is reached. */
export async function joinSecond(
  script: SecondScript,
  line: Line,
  limits: { readonly ringMs: number; readonly talkMs: number },
  on: { readonly rings: () => void; readonly answered: () => void },
): Promise<SecondEnd> {
  const { becomes = 'answered', ringMs = 50, hangUpAfterMs = null } = script;
  on.rings();
  const rings = becomes === 'rings' ? limits.ringMs : ringMs;
  if ((await Promise.race([line.gone, pause(rings)])) === 'gone') return 'stopped';
  if (becomes === 'rings') return 'no-answer';
  if (becomes !== 'answered') return becomes as SecondEnd;
  on.answered();
  await Promise.race([line.gone, pause(Math.min(hangUpAfterMs ?? Infinity, limits.talkMs, 3_600_000))]);
  return 'talked';
}

function pause(ms: number): Promise<'passed'> {
  return sleep(ms, 'passed', { ref: false });
}

/** An attribute of the first element of this name in a document; null: there is none. */
export function attributeOf(xml: string, element: string, name: string): string | null {
  const found = new RegExp(`<${element}(?: [^>]*)? ${name}="([^"]*)"`).exec(xml)?.[1];
  return found?.replaceAll('&amp;', '&') ?? null;
}

/** The text of the first element of this name; null: there is none. */
export function contentOf(xml: string, element: string): string | null {
  return new RegExp(`<${element}[^>]*>([^<]*)</${element}>`).exec(xml)?.[1] ?? null;
}
