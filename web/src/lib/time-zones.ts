/** Those of the browser, and `current`, which it may call by an older name. */
export function timeZones(current: string): readonly { readonly value: string; readonly label: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'Asia/Kolkata', current]);
  return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
