/** Inside main: outside, popups would belong to no landmark. */
export const POPUPS_ID = 'popups';

export function popups(): HTMLElement | null {
  return document.getElementById(POPUPS_ID);
}
