/**
 * The instructions of a Dockerfile, in order: `{ name, text }`, its lines joined, comments left out. Only what ours uses is
 * understood; here-documents and parser directives are not.
 */
export function instructionsOf(dockerfile) {
  return dockerfile
    .replace(/^[ \t]*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => /^([A-Z]+) (\S.*)$/.exec(line.trim()))
    .filter((match) => match !== null)
    .map(([, name, text]) => ({ name, text: text.trim() }));
}

/** `COPY --from=build a b ./`: `{ from, sources, to }`; from is undefined for the build context. */
export function copyOf(text) {
  const words = text.split(/\s+/);
  const flags = words.filter((word) => word.startsWith('--'));
  const paths = words.filter((word) => !word.startsWith('--'));
  const from = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length);
  return { from, sources: paths.slice(0, -1), to: paths.at(-1) };
}

/** The arguments of `CMD ["…"]` or of the CMD of a HEALTHCHECK. */
export function argumentsOf(text) {
  return JSON.parse(text.slice(text.indexOf('[')));
}

/** Whether a file, by its path from the context's root, belongs to the build context: the last pattern that fits decides. */
export function contextFilter(dockerignore) {
  const rules = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const brings = line.startsWith('!');
      const pattern = (brings ? line.slice(1) : line).replace(/^\/|\/$/g, '');
      return { brings, pattern: regExpOf(pattern) };
    });
  return (path) => rules.reduce((kept, { brings, pattern }) => (pattern.test(path) ? brings : kept), true);
}

/** As Docker matches: a folder's pattern fits all below it; `**` any number of folders, `*` within one. */
function regExpOf(pattern) {
  const source = pattern
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => WILD[part] ?? part.replace(/[.+^${}()|[\]\\]/g, '\\$&'))
    .join('');
  return new RegExp(`^${source}(?:/|$)`);
}

const WILD = { '**/': '(?:[^/]+/)*', '**': '.*', '*': '[^/]*', '?': '[^/]' };
