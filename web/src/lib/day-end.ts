/** An input of a time has no 24:00. */
export function timeOfDay(end: string): string {
  return end === '24:00' ? '00:00' : end;
}

/** The inverse: hours that end at 00:00 end with the day. */
export function endOfDay(time: string): string {
  return time === '00:00' ? '24:00' : time;
}
