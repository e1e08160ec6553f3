import type { Page } from 'playwright-core';

/** More presses than any page has controls. */
const MAX_PRESSES = 400;

interface Focus {
  /** null: the page itself, before its first control and after its last. */
  readonly stop: string | null;
  readonly hasRing: boolean;
  readonly isInView: boolean;
}

/** What may show the focus, of a control and of what surrounds it. */
const LOOK = `
  const lookOf = (control) => [control, control.parentElement].map((one) => {
    const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(one);
    return [outlineStyle, outlineWidth, boxShadow, borderColor].join();
  }).join();`;

/** Numbers the controls that Tab must reach, and returns a description of each. A group of radio buttons is one stop. */
const MARK_STOPS = `(() => {${LOOK}
  const radios = new Set();
  const isStop = (control) => {
    if (control.tabIndex < 0 || control.matches(':disabled, [type=hidden]') || control.closest('[inert]')) return false;
    if (!control.checkVisibility({ visibilityProperty: true })) return false;
    if (control.type !== 'radio') return true;
    const checked = document.querySelector(\`input[type=radio][name="\${CSS.escape(control.name)}"]:checked\`);
    if (checked ? checked !== control : radios.has(control.name)) return false;
    radios.add(control.name);
    return true;
  };
  const controls = document.querySelectorAll(
    'a[href], button, input, select, textarea, summary, audio[controls], [tabindex]',
  );
  return [...controls].filter(isStop).map((control, at) => {
    control.dataset.look = lookOf(control);
    const name = control.ariaLabel || control.textContent.trim() || control.id;
    return (control.dataset.stop = \`\${at} \${control.localName} \${name.slice(0, 40)}\`);
  });
})()`;

/** Where the focus is, and whether a person sees it: the look of the control, or of what surrounds it, has changed. */
const FOCUS = `(async () => {${LOOK}
  // What moves into view with the focus is there in the next frame.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const control = document.activeElement;
  if (!control || control === document.body) return { stop: null, hasRing: true, isInView: true };
  const hasRing = control.dataset.look !== lookOf(control);
  const { left, top, width, height } = control.getBoundingClientRect();
  const shares = [0.5, 0.1, 0.9];
  const isInView = shares.some((x) => shares.some((y) => {
    const there = document.elementFromPoint(left + x * width, top + y * height);
    return there !== null && (
      control.contains(there) || there.contains(control) || [...(control.labels ?? [])].some((label) => label.contains(there))
    );
  }));
  return { stop: control.dataset.stop ?? 'unknown', hasRing, isInView };
})()`;

/** What a person with a keyboard alone misses on a page: controls that Tab does not reach, or that are not seen there. */
export async function faultsByKeyboard(page: Page): Promise<string[]> {
  // Tab goes on from what had the focus last, also after a blur.
  await page.evaluate(
    '{ const { body } = document; body.tabIndex = -1; body.focus(); body.removeAttribute("tabindex"); body.blur(); scrollTo(0, 0); }',
  );
  const stops = await page.evaluate<string[]>(MARK_STOPS);
  const reached = new Set<string>();
  const faults: string[] = [];
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    await page.keyboard.press('Tab');
    const { stop, hasRing, isInView } = await page.evaluate<Focus>(FOCUS);
    if (stop === null && reached.size > 0) break;
    // A field of a date has a stop for each of its parts.
    if (stop === null || reached.has(stop)) continue;
    reached.add(stop);
    if (!hasRing) faults.push(`no ring: ${stop}`);
    if (!isInView) faults.push(`covered: ${stop}`);
  }
  return [...faults, ...stops.filter((stop) => !reached.has(stop)).map((stop) => `not reached: ${stop}`)];
}
