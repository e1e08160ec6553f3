const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`;
  let found = formats.get(key);
  if (!found) {
    found = formatOf(zone, options);
    formats.set(key, found);
  }
  return found;
}

/** A browser may lack a zone of the service. */
function formatOf(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  }
}

/** Reads one part of a time after another. */
function partsOf(zone: string, options: Intl.DateTimeFormatOptions, date: Date) {
  const parts = format(zone, options).formatToParts(date);
  return (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
}

export function shownTime(iso: string, zone: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const part = partsOf(
    zone,
    {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    },
    date,
  );
  // Some languages' data contain "Sept".
  return `${part('day')} ${part('month').slice(0, 3)} ${part('year')}, ${part('hour')}:${part('minute')}`;
}

/** With seconds, such as 14:03:07; of another day than `day` with it. */
export function shownSecond(iso: string, zone: string, day: string | null): string {
  const whole = shownTime(iso, zone);
  const second = partsOf(zone, { second: '2-digit' }, new Date(iso))('second').padStart(2, '0');
  const [date, time = ''] = whole.split(', ');
  return day === dayOf(Date.parse(iso), zone) ? `${time}:${second}` : `${date ?? ''}, ${time}:${second}`;
}

/** "0.4 s", "12 s", "2 min 5 s", "3 h 10 min", "2 d 4 h". */
export function shownSpan(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 9.95) return `${Math.round(seconds * 10) / 10} s`;
  const units = [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
    ['s', 1],
  ] as const;
  const whole = Math.round(seconds);
  const at = units.findIndex(([, size]) => whole >= size);
  const shown = units.slice(at, at + 2).map(([unit, size], place) => {
    const count = Math.floor(place === 0 ? whole / size : (whole % (units[at]?.[1] ?? 1)) / size);
    return count > 0 ? `${count} ${unit}` : '';
  });
  return shown.filter(Boolean).join(' ');
}

export function shortTime(iso: string, zone: string, nowMs: number): string {
  const whole = shownTime(iso, zone);
  const year = shownTime(new Date(nowMs).toISOString(), zone).split(' ')[2]?.slice(0, 4) ?? '';
  return whole.replace(` ${year},`, ',');
}

export function dayOf(ms: number, zone: string): string {
  const part = partsOf(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }, new Date(ms));
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** What is no day, of an address that was typed, stays. */
export function shownDay(day: string): string {
  const noon = `${day}T12:00:00Z`;
  return Number.isNaN(Date.parse(noon)) ? day : (shownTime(noon, 'UTC').split(',')[0] ?? day);
}

export function shownLength(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

let numbers: Intl.NumberFormat | undefined;

export function shownNumber(value: number): string {
  numbers ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });
  return numbers.format(value);
}
