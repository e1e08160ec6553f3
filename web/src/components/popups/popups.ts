/** The one container of popups. It lies inside main: outside they would belong to no landmark. */
export const POPUPS_ID = 'popups';

export function popups(): HTMLElement | null {
  return document.getElementById(POPUPS_ID);
}
