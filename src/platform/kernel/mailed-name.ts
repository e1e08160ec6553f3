import { controlProblem } from './text';

// Characters that reverse the writing direction. Joiners are allowed: Indian scripts need them.
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/u;

/** Patterns that mail programs turn into a link: a scheme, a host with www or a path, or the end of a host name. */
const SCHEME = /:\/\/|\b(?:mailto|javascript|data|tel):|\bwww\./iu;
const WITH_PATH = /[\p{L}\p{N}]\.\p{L}{2,63}(?::\d{1,5})?[/?#]/u;
const ADDRESS = /@[\p{L}\p{N}-]{1,63}\.\p{L}/u;
const ENDINGS = new Set(
  (
    'com net org info biz io co in ai app dev xyz top site online shop link click live store tech club website space ' +
    'me ly gl gd gg to cc tv ru cn tk ml ga cf uk us de fr eu nl pk bd lk np ae sa sg au ca br jp kr id ph vn za ng ke ' +
    'edu gov mil int mobi pro name asia page web cloud digital agency academy school college university zip mov'
  ).split(' '),
);

/** "S.K.De" ends like a host name, and mail programs make a link of it. */
const HOLDS_ADDRESS = 'must not hold an address such as example.com; put a space after the dot of an initial';

/** Completes "name …". A dotted name without spaces, such as "Dr.Mehta", is a URL only if it ends like a host name. */
export function personNameProblem(name: string): string | undefined {
  return BIDI_CONTROLS.test(name) ? 'must not hold control characters' : accountNameProblem(name);
}

/** Checks the name that mails show when the account's people invite others. */
export function accountNameProblem(name: string): string | undefined {
  return controlProblem(name) ?? addressProblem(name);
}

function addressProblem(name: string): string | undefined {
  const isLink = SCHEME.test(name) || WITH_PATH.test(name) || ADDRESS.test(name);
  return isLink || name.split(/[\s,;()<>]/u).some(looksLikeHost) ? HOLDS_ADDRESS : undefined;
}

function looksLikeHost(part: string): boolean {
  const at = part.lastIndexOf('.', part.length - 2);
  if (at < 1) return false;
  const end = part.slice(at + 1).replace(/[.!?'"]$/u, '');
  return ENDINGS.has(end.toLowerCase());
}
