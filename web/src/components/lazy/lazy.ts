import { type ComponentType, createElement, lazy, useState } from 'react';

/** A part of the page whose build is no longer served. */
export class MissingPart extends Error {}

/** The service itself cannot be reached. */
export class UnreachablePart extends MissingPart {
  /** @param forget lets the part load again: React's `lazy` keeps its failure */
  constructor(
    message: string,
    readonly forget: () => void,
  ) {
    super(message);
  }
}

/** Loaded when it is first shown, or on `preload`. React's own `lazy` suspends even when it is loaded. */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined;
  const loading = async () => {
    try {
      const part = await load();
      loaded = part.default;
      return part;
    } catch (error) {
      if (await isServiceThere()) throw new MissingPart(String(error));
      throw new UnreachablePart(String(error), () => (awaited = lazy(loading)));
    }
  };
  let awaited = lazy(loading);
  function Part(props: Props) {
    // Stays the same while it is shown: another component type would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? awaited);
    return createElement(Shown, props);
  }
  return Object.assign(Part, {
    preload: () =>
      loading().then(
        () => undefined,
        () => undefined,
      ),
  });
}

/** The failure of an import does not tell a removed file from a lost connection. */
function isServiceThere(): Promise<boolean> {
  return fetch('/console', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
