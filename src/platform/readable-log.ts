import { pino } from 'pino';

const SHOWN_FIELDS = new Set(['level', 'time', 'msg', 'context', 'stack', 'error']);

/** Time, level, message and the other fields in one line; the frames of an error follow it. */
export function readableLine(json: string): string {
  const entry = JSON.parse(json) as Record<string, unknown>;
  const { time, level, msg, context, error, stack } = entry;
  const known = { ...entry, ...describe(error) };
  const details = Object.entries(known)
    .filter(([name, value]) => !SHOWN_FIELDS.has(name) && value !== undefined)
    .map(([name, value]) => `${name}=${plain(value)}`);
  const parts = [
    plain(time).slice(11, 23),
    (pino.levels.labels[Number(level)] ?? plain(level)).toUpperCase().padEnd(5),
    ...(context === undefined ? [] : [`${plain(context)}:`]),
    ...(msg === undefined ? [] : [plain(msg)]),
    ...details,
  ];
  const frames = (error as { stack?: unknown } | undefined)?.stack ?? stack;
  const below = typeof frames === 'string' && frames !== '' ? frames.split('\n').map(indent) : [];
  return `${[parts.join(' '), ...below].join('\n')}\n`;
}

function describe(error: unknown): Record<string, unknown> {
  if (typeof error !== 'object' || error === null) return {};
  const { type, code, constraint, message } = error as Record<string, unknown>;
  return { type, code, constraint, message };
}

function indent(frame: string): string {
  return `    ${plain(frame).trim()}`;
}

/** Control characters would start a line or move the cursor. */
function plain(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) as string | undefined);
  return (text ?? '').replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
