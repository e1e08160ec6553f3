/** An attribute of the first element of a name, without what follows `#`; '' when there is none. */
export function attributeOf(xml, element, name) {
  const found = new RegExp(`<${element}(?: [^>]*)? ${name}="([^"]*)"`).exec(xml)?.[1] ?? '';
  return found.replaceAll('&amp;', '&').replace(/#.*/, '');
}

/** The text of the first element of a name; null: there is none. */
export function contentOf(xml, element) {
  return new RegExp(`<${element}[^>]*>([^<]*)</${element}>`).exec(xml)?.[1] ?? null;
}
