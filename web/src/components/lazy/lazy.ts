import { type ComponentType, createElement, lazy, useState } from 'react';

/** A part of the page whose build is no longer served. */
export class MissingPart extends Error {}

/** Loaded when it is first shown, or on `preload`. React's own `lazy` suspends even when it is loaded. */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined;
  const loading = async () => {
    try {
      const part = await load();
      loaded = part.default;
      return part;
    } catch (error) {
      throw new MissingPart(String(error));
    }
  };
  const Awaited = lazy(loading);
  function Part(props: Props) {
    // Stays the same while it is shown: another component type would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Awaited);
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
