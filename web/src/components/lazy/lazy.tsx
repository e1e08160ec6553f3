import { type ComponentType, lazy } from 'react';

/** A part of the page that could not be loaded: the build that it belongs to is gone. */
export class MissingPart extends Error {}

/** A component that is loaded when it is first shown, or on `preload`. */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const loading = async () => {
    try {
      return await load();
    } catch (error) {
      throw new MissingPart(String(error));
    }
  };
  return Object.assign(lazy(loading), {
    preload: () =>
      loading().then(
        () => undefined,
        () => undefined,
      ),
  });
}
