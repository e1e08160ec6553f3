/**
 * An attribute of the first element of this name; null: there is none.
 * @param {string} xml
 * @param {string} element
 * @param {string} name
 */
export function attributeOf(xml, element, name) {
  const found = new RegExp(`<${element}(?: [^>]*)? ${name}="([^"]*)"`).exec(xml)?.[1];
  return found?.replaceAll('&amp;', '&') ?? null;
}

/**
 * The text of the first element of this name; null: there is none.
 * @param {string} xml
 * @param {string} element
 */
export function contentOf(xml, element) {
  return new RegExp(`<${element}[^>]*>([^<]*)</${element}>`).exec(xml)?.[1] ?? null;
}

/**
 * The limits of `<Dial>`, in milliseconds.
 * @param {string} xml
 */
export function dialLimits(xml) {
  const msOf = (/** @type {string} */ name) => Number(attributeOf(xml, 'Dial', name) ?? '') * 1_000;
  return { ringMs: msOf('timeout'), talkMs: msOf('timeLimit') };
}
